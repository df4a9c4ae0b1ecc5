import lighthouse from 'lighthouse';

/** As much of what it answers as is looked at here. It is installed beside this file, and only for those who run it. */
export interface Result {
  categories: Record<string, { score: number | null } | undefined>;
  audits: Record<string, Audit>;
  environment: { benchmarkIndex: number };
}

interface Audit {
  id: string;
  score: number | null;
  scoreDisplayMode: string;
  displayValue?: string;
  numericValue?: number;
  errorMessage?: string;
}

export interface Flags {
  port: number;
  logLevel: 'error';
  onlyCategories?: string[];
  onlyAudits?: string[];
  throttling?: { cpuSlowdownMultiplier: number };
}

/** One visit of the page by the browser that listens on the port. */
export async function visit(url: string, flags: Flags): Promise<Result> {
  const outcome = await lighthouse(url, flags);
  if (!outcome) throw new Error(`Lighthouse had nothing to say of ${url}`);
  return outcome.lhr;
}
