/** One line of JSON per event. Never what a visitor typed, never where they came from. */
export type Log = (event: string, details?: Record<string, unknown>) => void;

export const log: Log = (event, details = {}) => {
  console.log(JSON.stringify({ time: new Date().toISOString(), event, ...details }, asText));
};

/** An error is told by what it says; its stack may hold paths, its other fields what was being stored. */
const asText = (_: string, value: unknown) => (value instanceof Error ? value.message : value);
