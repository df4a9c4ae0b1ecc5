import type { ReactNode } from 'react';
import { Icon, type IconName } from './Icon.tsx';

const kinds = {
  error: { hue: 'notice-error', icon: 'warning' },
  sending: { hue: 'hue-lavender notice-sending', icon: 'mail' },
  sent: { hue: 'hue-teal', icon: 'check' },
  failed: { hue: 'hue-peach', icon: 'warning' },
} as const satisfies Record<string, { hue: string; icon: IconName }>;

export type NoticeKind = keyof typeof kinds;

interface Props {
  kind: NoticeKind;
  heading: string;
  level?: 'h2' | 'h3' | 'p' | undefined;
  children?: ReactNode;
}

/** How a form answers, in each of its states. */
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
