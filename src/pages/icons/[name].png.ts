import type { APIRoute } from 'astro';
import { type IconName, iconPng, icons } from '../../drawing/icons.ts';

export const getStaticPaths = () => Object.keys(icons).map((name) => ({ params: { name } }));

export const GET: APIRoute<never, { name: IconName }> = async ({ params }) =>
  new Response(new Uint8Array(await iconPng(params.name)));
