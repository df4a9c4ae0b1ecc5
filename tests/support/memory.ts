import { readFileSync } from 'node:fs';

/** The bytes of memory that a process holds. */
export const memoryOf = (pid: number | undefined): number => read(pid, 'VmRSS');

/** The most that it ever held. */
export const peakMemoryOf = (pid: number | undefined): number => read(pid, 'VmHWM');

const read = (pid: number | undefined, field: string): number =>
  Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;
