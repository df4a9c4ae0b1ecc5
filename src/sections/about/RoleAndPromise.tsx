import type { Page } from '../../schemas/pages.ts';

/** The role stands above the horizon; the promise is its reflection. */
export function RoleAndPromise({ heading, role, promise }: Page<'about'>['roleAndPromise']) {
  return (
    <section className="bg-raised">
      <div className="wrap section-pad">
        <h2 className="display text-h2">{heading}</h2>
        <div className="role-promise">
          <div className="role">
            <h3 className="display text-h3">{role.title}</h3>
            <p className="mt-3 text-lead text-pretty">{role.text}</p>
          </div>
          <div className="promise">
            <h3 className="display text-h3">{promise.title}</h3>
            <p className="mt-3 text-lead text-pretty">{promise.text}</p>
          </div>
        </div>
      </div>
    </section>
  );
}
