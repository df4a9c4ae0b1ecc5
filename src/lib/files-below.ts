import { readdirSync } from 'node:fs';

/** Every file below the folder, by its path from there. Node's own `recursive` calls stat for each entry. */
export const filesBelow = (folder: string, within = ''): string[] =>
  readdirSync(`${folder}/${within}`, { withFileTypes: true }).flatMap((entry) => {
    const path = within + entry.name;
    return entry.isDirectory() ? filesBelow(folder, `${path}/`) : path;
  });
