import { site } from '../config/site.ts';
import { getArticles, getLegal, getPage } from '../content/get.ts';
import { articlePath, markdownPath, routes } from '../routes.ts';

interface Listed {
  path: string;
  title: string;
  description: string;
}

/** What there is to read here, for programs: https://llmstxt.org */
export const GET = async () => {
  const head = async (
    path: string,
    name: 'home' | 'about' | 'services' | 'contact' | 'faq' | 'case-studies' | 'blog',
  ) => ({
    path,
    ...(await getPage(name)).head,
  });
  const pages = await Promise.all([
    head(routes.home, 'home'),
    head(routes.about, 'about'),
    head(routes.services, 'services'),
    head(routes.caseStudies, 'case-studies'),
    head(routes.faq, 'faq'),
    head(routes.contact, 'contact'),
    head(routes.blog, 'blog'),
  ]);
  const articles = (await getArticles()).map(({ slug, title, description }) => ({
    path: articlePath(slug),
    title,
    description,
  }));
  const legal = (await getLegal()).map(({ id, data }) => ({ path: `/${id}`, ...data }));
  const blog = await getPage('blog');
  return new Response(
    [
      `# ${site.name}`,
      `> ${site.description}`,
      pages.map(line).join('\n'),
      `## ${blog.head.title}\n\n${articles.map(line).join('\n')}`,
      `## Optional\n\n${legal.map(line).join('\n')}`,
      '',
    ].join('\n\n'),
  );
};

const line = ({ path, title, description }: Listed) =>
  `- [${title}](${site.url}${markdownPath(path)}): ${description}`;
