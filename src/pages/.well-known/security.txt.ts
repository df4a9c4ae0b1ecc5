import { site } from '../../config/site.ts';
import { routes, securityTxtPath } from '../../routes.ts';

/** RFC 9116 asks for less than a year. A site that is not built for so long is not maintained. */
const VALID_DAYS = 360;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Where to report a security hole. From midnight on, so that two builds of one day are the same. */
export const GET = () => {
  const expires = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS + VALID_DAYS * DAY_MS).toISOString();
  return new Response(
    [
      `Contact: mailto:${site.securityEmail}`,
      `Expires: ${expires}`,
      'Preferred-Languages: en',
      `Canonical: ${site.url}${securityTxtPath}`,
      `Policy: ${site.url}${routes.termsOfService}`,
      '',
    ].join('\n'),
  );
};
