import { faviconSvg } from '../drawing/icons.ts';

export const GET = () => new Response(faviconSvg);
