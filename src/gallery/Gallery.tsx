import { examples } from './examples.tsx';

export function Gallery() {
  return (
    <div className="wrap py-10">
      <h1 className="display text-h1">Gallery</h1>
      {examples.map(({ name, dark, element }) => (
        <section key={name} className={dark ? 'deep mt-10 p-6' : 'mt-10 p-6'} data-example={name}>
          <h2 className="mb-4 text-sm font-semibold">{name}</h2>
          {element}
        </section>
      ))}
    </div>
  );
}
