import { site } from '../config/site.ts';
import { getArticles, getLegal, getPage, getSitePages } from '../content/get.ts';
import { absoluteUrl } from '../lib/absolute-url.ts';
import { articlePath, markdownPath } from '../routes.ts';

interface Listed {
  path: string;
  title: string;
  description: string;
}

/** What there is to read here, for programs: https://llmstxt.org */
export const GET = async () => {
  const articles = (await getArticles()).map(({ slug, title, description }) => ({
    path: markdownPath(articlePath(slug)),
    title,
    description,
  }));
  const legal = (await getLegal()).map(({ id, data }) => ({ ...data, path: markdownPath(`/${id}`) }));
  const blog = await getPage('blog');
  return new Response(
    [
      `# ${site.name}`,
      `> ${site.description}`,
      (await getSitePages()).map(line).join('\n'),
      `## ${blog.head.title}\n\n${articles.map(line).join('\n')}`,
      `## Optional\n\n${legal.map(line).join('\n')}`,
      '',
    ].join('\n\n'),
  );
};

const line = ({ path, title, description }: Listed) =>
  `- [${title}](${absoluteUrl(path, site.url)}): ${description}`;
