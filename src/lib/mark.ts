const RADIUS = 14;
const CENTRE = 16;
/** Where the reflection is sliced, from the horizon down: ever thinner, ever further apart. */
const SLICES = [
  [17.2, 20.6],
  [22.2, 24.9],
  [26.6, 28.3],
] as const;

const halfChord = (y: number) => Math.sqrt(RADIUS ** 2 - (y - CENTRE) ** 2);
const short = (value: number) => Number(value.toFixed(2));

/** The logo on a 32 × 32 grid, for the header, the icons and the share pictures. */
export const markPaths = {
  form: `M2 15.4a${RADIUS} ${RADIUS} 0 0 1 28 0z`,
  reflection: SLICES.map(([top, bottom]) => {
    const [a, b] = [halfChord(top), halfChord(bottom)];
    return `M${short(CENTRE - a)} ${top}H${short(CENTRE + a)}A14 14 0 0 1 ${short(CENTRE + b)} ${bottom}H${short(CENTRE - b)}A14 14 0 0 1 ${short(CENTRE - a)} ${top}z`;
  }).join(''),
};
