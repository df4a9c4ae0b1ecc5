import { HtmlValidate } from 'html-validate';

// How HTML is written is for the tools that write it: their quotes and empty values are right, and not ours.
const validator = new HtmlValidate({
  extends: ['html-validate:standard', 'html-validate:a11y'],
  rules: { 'long-title': 'off', 'heading-level': 'error' },
});

/** What is wrong with the HTML of a page, each with its rule and its place. */
export async function mistakesIn(html: string): Promise<string[]> {
  const ours = html.match(/<!--|<[a-z][^>]*\sstyle=/)?.map((found) => `not to be written: ${found}`) ?? [];
  const { results } = await validator.validateString(html);
  return results
    .flatMap(({ messages }) => messages)
    .map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`)
    .concat(ours);
}
