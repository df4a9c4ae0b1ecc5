/** Shipped content is an example until the owner confirms it. */
export const exampleStatuses = ['example', 'confirmed'] as const;
export type ExampleStatus = (typeof exampleStatuses)[number];
