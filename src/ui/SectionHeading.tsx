import { NoBreak } from './NoBreak.tsx';

interface Props {
  heading: string;
  lead?: string;
  level?: 'h2' | 'h3';
}

const sizes = { h2: 'text-h2', h3: 'text-h3' } as const;

export function SectionHeading({ heading, lead, level: Level = 'h2' }: Props) {
  return (
    <div className="max-w-2xl">
      <Level className={`display ${sizes[Level]}`}>{heading}</Level>
      {lead && (
        <p className="lead mt-5">
          <NoBreak text={lead} />
        </p>
      )}
    </div>
  );
}
