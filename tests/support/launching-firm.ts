import fixture from '../other-firm/site.config.ts';

const { webhookRecipient: _, ...legal } = fixture.legal;

/** The fixture's firm without an example in it, and without a webhook. */
export const realSite = { ...fixture, legal };

const founder = { ...fixture.founder, name: 'Ada Example' };
const example = { ...fixture, founder, status: 'example', legal: {} };

/** The same while it is still an example: addresses that nobody can own, and nothing about the law. */
export const exampleSite = JSON.parse(JSON.stringify(example).replaceAll('.com', '.example')) as object;
