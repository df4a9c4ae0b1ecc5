import { z } from 'astro/zod';
import { line } from './fields.ts';

/** A figure before and after, with fields of the place where it stands. */
export const figureSchema = <More extends z.ZodRawShape>(more: More) =>
  z
    .strictObject({
      metric: line('what was measured', 80),
      short: line('the same in two or three words, for a narrow column', 28).optional(),
      value: line('the headline figure', 12),
      before: z.number().min(0).describe('the measurement before, a plain number'),
      after: z.number().min(0).describe('the measurement after, a plain number'),
      unit: z
        .string()
        .max(20)
        .describe('what follows the number in a label, or "" for nothing; $ stands before it'),
      better: z.enum(['lower', 'higher']).describe('lower or higher: the direction that is an improvement'),
      ...more,
    })
    .refine((figure) => isBetter(figure as Measured), {
      path: ['after'],
      error: 'an `after` that is on the `better` side of `before`',
    });

interface Measured {
  before: number;
  after: number;
  better: 'lower' | 'higher';
}

const isBetter = ({ before, after, better }: Measured) =>
  better === 'lower' ? after < before : after > before;
