import { z } from 'astro/zod';
import { day, description, line, publication, status } from './fields.ts';
import { figureSchema } from './figure.ts';

export const postSchema = (categories: readonly string[]) =>
  z
    .strictObject({
      title: line('the headline', 90),
      subtitle: line('one line under the headline', 140).optional(),
      excerpt: line('what the card in the list says on three lines of a phone', 110),
      description,
      category: z
        .enum(categories as [string, ...string[]])
        .describe(`one of the categories in content/pages/blog.yaml (${categories.join(', ')})`),
      date: publication,
      updated: day
        .describe('the day of the last change that readers should know of, as YYYY-MM-DD')
        .optional(),
      draft: z
        .boolean()
        .default(false)
        .describe('true or false: true hides the article from visitors, whatever its date'),
      featured: z
        .boolean()
        .default(false)
        .describe('true or false: whether the article opens the list until a newer one does'),
      author: line(
        'who wrote it, if not the founder: the name of their file in content/people without number and ending',
        60,
      ).optional(),
      status: status.optional(),
      quote: line('the pull quote', 200).optional(),
      figure: figureSchema({})
        .optional()
        .describe(
          'a figure from the text, drawn at its head: metric, short, value, before, after, unit, better',
        ),
      cover: line('the name of a picture in content/posts, such as market.jpg', 80).optional(),
      coverAlt: line('what the cover shows, for those who cannot see it', 200).optional(),
    })
    .superRefine(({ cover, coverAlt }, context) => {
      const wants = (path: string, message: string) =>
        context.addIssue({ code: 'custom', path: [path], message });
      if (cover && !coverAlt) wants('coverAlt', 'what the cover shows, for those who cannot see it');
      if (coverAlt && !cover) wants('cover', 'the name of the picture that `coverAlt` describes');
    });

export type Post = z.output<ReturnType<typeof postSchema>>;
