const kept = new Set<string>();

/** The enquiries that the owner had in hand since this list was opened: they stay in it until it is left. */
export const keptRows: ReadonlySet<string> = kept;
export const keepRow = (reference: string) => kept.add(reference);
export const letRowsGo = () => kept.clear();
