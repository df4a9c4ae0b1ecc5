import { questionPath } from '../routes.ts';
import type { DoorsChoice } from '../schemas/pages.ts';
import { getFaq, getPage } from './get.ts';
import { getResult } from './results.ts';

/** The result and the question that a page has chosen. */
export async function getDoors(choice: DoorsChoice) {
  const { doors: words } = await getPage('shared');
  const result = await getResult(choice);
  const item = (await getFaq()).find(({ id }) => id === choice.question);
  // The content check has checked every reference.
  if (!item) throw new Error(`content/faq.yaml has no question ‘${choice.question}’.`);
  return {
    result: result && {
      ...result,
      heading: `${result.study.industry} ·\u00a0${result.study.timeline}`,
      link: { href: result.href, label: result.study.title },
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
