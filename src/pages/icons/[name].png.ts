import type { APIRoute } from 'astro';
import { type IconFile, iconPng, icons } from '../../drawing/icons.ts';

export const getStaticPaths = () => Object.keys(icons).map((name) => ({ params: { name } }));

export const GET: APIRoute<never, { name: IconFile }> = async ({ params }) =>
  new Response(new Uint8Array(await iconPng(params.name)));
