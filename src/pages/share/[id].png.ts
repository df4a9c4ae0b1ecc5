import type { APIRoute, GetStaticPaths } from 'astro';
import { sharePicture } from '../../build/share-picture.tsx';
import { site } from '../../config/site.ts';
import { getArticles, getPage } from '../../content/get.ts';

export const getStaticPaths = (async () => {
  const articles = await getArticles();
  const { hero } = await getPage('case-studies');
  return [
    ...articles.map(({ slug, title }) => ({ params: { id: slug }, props: { title } })),
    { params: { id: 'case-studies' }, props: { title: hero.heading } },
  ];
}) satisfies GetStaticPaths;

export const GET: APIRoute<{ title: string }, { id: string }> = async ({ params, props }) =>
  new Response(new Uint8Array(await sharePicture({ title: props.title, name: site.name, seed: params.id })));
