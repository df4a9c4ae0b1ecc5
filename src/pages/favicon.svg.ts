import { faviconSvg } from '../build/icons.ts';

export const GET = () => new Response(faviconSvg);
