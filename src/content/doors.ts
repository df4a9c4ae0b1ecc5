import { caseTone } from '../lib/scene.ts';
import { caseStudyPath, questionPath } from '../routes.ts';
import type { CaseStudy } from '../schemas/case-study.ts';
import type { FaqItem } from '../schemas/faq-item.ts';
import type { DoorsChoice } from '../schemas/pages.ts';
import { getCaseStudies, getFaq, getPage } from './get.ts';

type Result = CaseStudy['results'][number];

/** The result and the question that a page has chosen. */
export async function getDoors(choice: DoorsChoice) {
  const { doors: words } = await getPage('shared');
  const { labels } = await getPage('case-studies');
  const studies = await getCaseStudies();
  const study = studies.find(({ id }) => id === choice.study);
  // The content check has held every name against what there is, and the schema the number of results.
  const item = (await getFaq()).find(({ id }) => id === choice.question) as FaqItem & { id: string };
  return {
    result: study && {
      figures: study.results[choice.result - 1] as Result,
      words: labels,
      status: study.status,
      tone: caseTone(studies.indexOf(study)),
      heading: `${study.industry} ·\u00a0${study.timeline}`,
      link: { href: caseStudyPath(study.id), label: study.title },
    },
    question: {
      heading: words.question,
      question: item.question,
      answer: firstSentence(item.answer),
      link: { href: questionPath(item.id), label: words.answer },
    },
  };
}

/** The answer to a question is in its first sentence. */
const firstSentence = (text: string) => /^.+?[.?!](?=\s|$)/s.exec(text)?.[0] ?? text;
