import { faviconIco } from '../drawing/icons.ts';

export const GET = async () => new Response(new Uint8Array(await faviconIco()));
