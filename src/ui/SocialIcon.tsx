/** The two networks' letters, drawn in our own strokes. */
const paths = {
  linkedIn: 'M3 6.5v6.5M3 3.2v.1M6.5 13V6.5M6.5 9.5c0-1.9 1.2-3 2.8-3s2.7 1 2.7 3V13',
  x: 'M3 3l10 10M13 3 3 13',
} as const;

export type Network = keyof typeof paths;

export function SocialIcon({ network }: { network: Network }) {
  return (
    <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={paths[network]} />
    </svg>
  );
}
