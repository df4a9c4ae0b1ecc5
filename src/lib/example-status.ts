/** What ships with the project is an example until its owner has checked it. */
export const statuses = ['example', 'confirmed'] as const;
export type Status = (typeof statuses)[number];
