import type { ComponentProps } from 'react';
import { Mistake } from '../lib/mistake.ts';
import { caseStudyPath, questionPath } from '../routes.ts';
import type { DoorsChoice } from '../schemas/pages.ts';
import type { Doors } from '../sections/shared/Doors.tsx';
import { getCaseStudies, getFaq, getPage } from './get.ts';

/** The result and the question that a page has chosen; `file` is where it chose them. */
export async function getDoors(choice: DoorsChoice, file: string): Promise<ComponentProps<typeof Doors>> {
  const { doors: words } = await getPage('shared');
  const { labels } = await getPage('case-studies');
  const study = choose(await getCaseStudies(), choice.study, `${file}: doors.study`, 'content/case-studies');
  const item = choose(await getFaq(), choice.question, `${file}: doors.question`, 'content/faq.yaml');
  const result = study.results[choice.result - 1];
  if (!result) throw new Mistake(`${file}: doors.result: ${study.id} has no result ${choice.result}.`);
  return {
    result: {
      ...result,
      change: labels.change,
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

function choose<Item extends { id: string }>(items: Item[], id: string, field: string, where: string): Item {
  const found = items.find((item) => item.id === id);
  if (found) return found;
  throw new Mistake(
    `${field}: found “${id}”; wanted: one of ${where} (${items.map((item) => item.id).join(', ')}).`,
  );
}

/** The answer to a question is in its first sentence. */
const firstSentence = (text: string) => /^.+?[.?!](?=\s|$)/s.exec(text)?.[0] ?? text;
