/** A name as a drawing: the width and the height of its middle in steps, of which an em has so many. */
export interface Outline {
  path: string;
  width: number;
  middle: number;
  em: number;
}

interface Props {
  name: string;
  drawing: Outline | undefined;
  /** The same drawing is on this page before. */
  again?: boolean;
}

/** The height of a line where it stands. */
const LINE = 1.14;

/** The firm's name as it is drawn, or as text where it cannot be. */
export function Wordmark({ name, drawing, again = false }: Props) {
  if (!drawing) return name;
  const { path, width, middle, em } = drawing;
  const top = Math.round(middle - (LINE * em) / 2);
  return (
    <svg
      className="wordmark"
      viewBox={`0 ${top} ${width} ${LINE * em}`}
      preserveAspectRatio="xMinYMid"
      role="img"
      aria-label={name}
    >
      {again ? <use href="#wordmark" /> : <path id="wordmark" d={path} />}
    </svg>
  );
}
