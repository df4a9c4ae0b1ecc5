import type { APIRoute, GetStaticPaths } from 'astro';
import { site } from '../../config/site.ts';
import { getArticles, getCaseStudies, getPage } from '../../content/get.ts';
import { formOf, resultInWords } from '../../drawing/before-after.ts';
import { sharePicture } from '../../drawing/share-picture.tsx';

export const getStaticPaths = (async () => {
  const articles = (await getArticles()).filter(({ cover }) => !cover);
  const { article: words } = await getPage('blog');
  const { hero, labels } = await getPage('case-studies');
  const [study] = await getCaseStudies();
  const [result] = study?.results ?? [];
  return [
    ...articles.map(({ slug, title, hue, by, figure }) => ({
      params: { id: slug },
      props: {
        title,
        picture: figure && { form: formOf(figure), hue },
        said: figure ? resultInWords(figure, labels) : `${words.by} ${by.name}`,
      },
    })),
    ...(study && result
      ? [
          {
            params: { id: 'case-studies' },
            props: {
              title: hero.heading,
              picture: { form: formOf(result), hue: study.hue },
              said: resultInWords(result, labels),
            },
          },
        ]
      : []),
  ];
}) satisfies GetStaticPaths;

export const GET: APIRoute<Omit<Parameters<typeof sharePicture>[0], 'name'>> = async ({ props }) =>
  new Response(new Uint8Array(await sharePicture({ ...props, name: site.name })));
