import type { APIRoute, GetStaticPaths } from 'astro';
import { sharePicture } from '../../build/share-picture.tsx';
import { site } from '../../config/site.ts';
import { getArticles, getCaseStudies, getPage } from '../../content/get.ts';
import { type Scene, sceneFromSeed, scenes } from '../../lib/scene.ts';

export const getStaticPaths = (async () => {
  const articles = (await getArticles()).filter(({ cover }) => !cover);
  const { hero } = await getPage('case-studies');
  const hasStudies = (await getCaseStudies()).length > 0;
  return [
    ...articles.map(({ slug, title, hue }) => ({
      params: { id: slug },
      props: { title, scene: sceneFromSeed(slug, hue, 620, 260) },
    })),
    ...(hasStudies
      ? [{ params: { id: 'case-studies' }, props: { title: hero.heading, scene: scenes['case-studies'] } }]
      : []),
  ];
}) satisfies GetStaticPaths;

export const GET: APIRoute<{ title: string; scene: Scene }> = async ({ props }) =>
  new Response(new Uint8Array(await sharePicture({ ...props, name: site.name })));
