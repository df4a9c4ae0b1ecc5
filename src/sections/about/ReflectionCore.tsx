import type { Page } from '../../schemas/pages.ts';
import { ExampleNote } from '../../ui/ExampleNote.tsx';

export function ReflectionCore({ heading, text, attribution, status }: NonNullable<Page<'about'>['quote']>) {
  return (
    <section className="deep closing">
      <div className="wrap section-pad text-center">
        <h2 className="eyebrow">{heading}</h2>
        <figure>
          <blockquote className="display mx-auto mt-6 max-w-4xl text-h1">
            <p>‘{text}’</p>
          </blockquote>
          <ExampleNote status={status} />
          <figcaption className="mt-8 text-soft">{attribution}</figcaption>
        </figure>
      </div>
    </section>
  );
}
