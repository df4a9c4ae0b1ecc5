import type { Page } from '../../schemas/pages.ts';

/** Two of the same weight, on either side of a line. */
export function RoleAndPromise({ heading, role, promise }: Page<'about'>['roleAndPromise']) {
  return (
    <section className="wrap section-pad">
      <h2 className="display text-h2">{heading}</h2>
      <div className="role-promise">
        {[role, promise].map(({ title, text }) => (
          <div key={title}>
            <h3 className="display text-h3">{title}</h3>
            <p className="text-lead">{text}</p>
          </div>
        ))}
      </div>
    </section>
  );
}
