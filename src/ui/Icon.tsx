/** Line icons on a 16 × 16 grid, drawn for this site. */
const paths = {
  arrow: 'M2 8h11M9 4l4 4-4 4',
  back: 'M14 8H3M7 4 3 8l4 4',
  external: 'M5 11 12 4M6 4h6v6',
  check: 'm3 8.5 3.2 3L13 4.5',
  close: 'm4 4 8 8M12 4l-8 8',
  mail: 'M2 4h12v8.5H2zM2 4.5l6 4.5 6-4.5',
  calendar: 'M2.5 4h11v9.5h-11zM2.5 7h11M5.5 2.5V5M10.5 2.5V5',
  globe:
    'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2zM2 8h12M8 2c2 1.7 2.8 3.7 2.8 6S10 12.3 8 14C6 12.3 5.2 10.3 5.2 8S6 3.7 8 2z',
  warning: 'M8 2.5 14.5 13.5h-13zM8 6.5v3.2M8 11.6v.1',
  speed: 'M2 12a6 6 0 1 1 12 0M8 12l3-4.5',
  conversion: 'M2 3h12l-4.5 5.5V13l-3-1.5v-3z',
  orders: 'M3 5.5h10l-.8 8H3.8zM5.5 5.5a2.5 2.5 0 0 1 5 0',
  returns: 'M5.5 3 2.5 6l3 3M2.5 6h7a3.5 3.5 0 0 1 0 7H5',
  retention: 'M13.5 8A5.5 5.5 0 1 1 11.5 3.8M11.5 1.5v2.6H9',
  cost: 'M8 2v12M11 4.5C10.5 3.6 9.4 3.2 8 3.2c-1.7 0-3 .8-3 2.3 0 3.2 6.2 1.6 6.2 4.9 0 1.5-1.4 2.4-3.2 2.4-1.6 0-2.9-.6-3.3-1.8',
  stock: 'M2.5 5 8 2.3 13.5 5v6L8 13.7 2.5 11zM2.5 5 8 7.8 13.5 5M8 7.8v5.9',
  cancelled: 'M2.5 5 8 2.3 13.5 5v6L8 13.7 2.5 11zM6 6.5l4 4M10 6.5l-4 4',
  recovered: 'M1.5 4h13v8.5h-13zM1.5 7h13M4 10h3',
  dispatch: 'M1.5 4h8v7h-8zM9.5 6.5h3l2 2.5v2h-5M4.5 11.5v1.5M11.5 11.5v1.5',
  tools: 'm8 2.5 6 3-6 3-6-3zM2 8.5l6 3 6-3M2 11.5l6 3 6-3',
  support: 'M2.5 3h11v8H8l-3 2.7V11H2.5z',
  link: 'M6.3 9.7l3.4-3.4M7.2 4.6l1.5-1.5a3 3 0 0 1 4.2 4.2l-1.5 1.5M8.8 11.4l-1.5 1.5a3 3 0 0 1-4.2-4.2l1.5-1.5',
  linkedIn: 'M3 6.5v6.5M3 3.2v.1M6.5 13V6.5M6.5 9.5c0-1.9 1.2-3 2.8-3s2.7 1 2.7 3V13',
  x: 'M3 3l10 10M13 3 3 13',
} as const;

export type IconName = keyof typeof paths;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}
