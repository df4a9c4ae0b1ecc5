import type { ReactNode } from 'react';
import { Icon, type IconName } from '../Icon.tsx';

const kinds = {
  error: { hue: 'notice-error', icon: 'warning' },
  sending: { hue: 'hue-lavender', icon: 'mail' },
  failed: { hue: 'hue-peach', icon: 'warning' },
} as const satisfies Record<string, { hue: string; icon: IconName }>;

interface Props {
  kind: keyof typeof kinds;
  heading: string;
  level?: 'h2' | 'h3' | 'p' | undefined;
  children?: ReactNode;
}

/** A boxed message of the form: an error, a repeated try, a failure. */
export function Notice({ kind, heading, level: Level = 'h3', children }: Props) {
  const { hue, icon } = kinds[kind];
  return (
    <div className={`notice ${hue}`}>
      <Level className="flex gap-2.5 font-semibold">
        <Icon name={icon} />
        {heading}
      </Level>
      {children}
    </div>
  );
}
