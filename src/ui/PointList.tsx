interface Props {
  points: { title: string; text: string }[];
}

/** A title on the left and what it means on the right, line by line. */
export function PointList({ points }: Props) {
  return (
    <ul className="divided">
      {points.map(({ title, text }) => (
        <li key={title} className="grid gap-x-8 gap-y-1 sm:grid-cols-[1fr_1.6fr]">
          <h3 className="display text-h4">{title}</h3>
          <p className="text-soft">{text}</p>
        </li>
      ))}
    </ul>
  );
}
