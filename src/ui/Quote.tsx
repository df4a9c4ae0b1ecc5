interface Props {
  text: string;
  attribution?: string;
  size?: keyof typeof sizes;
}

const sizes = { large: 'text-h2', medium: 'text-h3' } as const;

export function Quote({ text, attribution, size = 'medium' }: Props) {
  return (
    <figure className="quote">
      <blockquote className={`display ${sizes[size]}`}>
        <p>‘{text}’</p>
      </blockquote>
      {attribution && <figcaption className="mt-5 text-sm text-soft">{attribution}</figcaption>}
    </figure>
  );
}
