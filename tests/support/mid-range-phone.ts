/**
 * How much slower than this machine a mid-range phone is, by Lighthouse's own calibration: four times would be right
 * for a fast desktop alone, and would measure the machine instead of the page.
 */
export function slowdown(benchmarkIndex: number): number {
  if (benchmarkIndex >= 1300) return Math.min(4, 3 + (benchmarkIndex - 1300) / 233);
  if (benchmarkIndex >= 800) return 2 + (benchmarkIndex - 800) / 500;
  return Math.max(1, 1 + (benchmarkIndex - 150) / 650);
}
