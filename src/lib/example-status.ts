/** What ships with the project is an example until its owner has checked it. */
export const exampleStatuses = ['example', 'confirmed'] as const;
export type ExampleStatus = (typeof exampleStatuses)[number];
