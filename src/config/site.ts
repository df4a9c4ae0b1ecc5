import input from '../../site.config.ts';
import { parseOrExplain } from '../schemas/explain.ts';
import { type Site, siteSchema } from './site-schema.ts';

export const parseSite = (value: unknown): Site => parseOrExplain('site.config.ts', siteSchema, value);

export const site: Site = parseSite(input);
