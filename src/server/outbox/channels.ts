import type { Page } from '../../schemas/pages.ts';
import type { Kind } from '../db/deliveries.ts';
import type { Environment } from '../environment.ts';
import { acknowledgement, ownerMail } from './compose.ts';
import { mailChannel } from './mail.ts';
import type { Channel } from './outbox.ts';
import { webhookChannel } from './webhook.ts';

/** Where enquiries are sent to, as far as the environment says. */
export function openChannels(
  { mail: settings, acknowledges, webhook }: Environment,
  words: Page<'contact'>,
): Partial<Record<Kind, Channel>> {
  return {
    ...(settings && { mail: mailChannel({ id: 'enquiry', settings, words }, ownerMail) }),
    ...(settings &&
      acknowledges && {
        acknowledgement: mailChannel({ id: 'acknowledgement', settings, words }, acknowledgement),
      }),
    ...(webhook && { webhook: webhookChannel(webhook) }),
  };
}
