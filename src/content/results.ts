import { caseStudyPath } from '../routes.ts';
import type { CaseStudy } from '../schemas/case-study.ts';
import { getCaseStudies, getPage } from './get.ts';

type Result = CaseStudy['results'][number];

interface Choice {
  study?: string | undefined;
  result: number;
}

/** The result that a page or a service names, with its case study; undefined if there is no such study. */
export async function getResult(choice: Choice | undefined) {
  const { labels } = await getPage('case-studies');
  const studies = await getCaseStudies();
  const study = studies.find(({ id }) => id === choice?.study);
  if (!choice || !study) return undefined;
  return {
    study,
    // The schema limits the number to the four results of a study.
    figures: study.results[choice.result - 1] as Result,
    words: labels,
    status: study.status,
    hue: study.hue,
    href: caseStudyPath(study.id),
  };
}

/** What stands in the empty place at the end of a page; a firm without case studies has no such place. */
export const getFigurePlace = async () =>
  (await getCaseStudies()).length > 0 ? (await getPage('case-studies')).closing.figure : undefined;
