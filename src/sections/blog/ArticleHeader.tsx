import type { Scene as SceneData } from '../../lib/scene.ts';
import { Icon } from '../../ui/Icon.tsx';
import { SceneSky, SceneWater } from '../../ui/Scene.tsx';

interface Props {
  slug: string;
  scene: SceneData;
  back: { href: string; label: string };
  category: { href: string; label: string };
  title: string;
  subtitle?: string | undefined;
  by: string;
  author: string;
  role: string;
  date: string;
  dateText: string;
  readTime: string;
}

export function ArticleHeader(props: Props) {
  const { slug, scene, back, category, title, subtitle, by, author, role, date, dateText, readTime } = props;
  return (
    <header className="article-header">
      <div className="measure-column">
        <a className="text-link text-sm" href={back.href}>
          <Icon name="back" />
          {back.label}
        </a>
        <p className="mt-10">
          <a className="badge" href={category.href}>
            {category.label}
          </a>
        </p>
        <h1 className="display mt-5 text-h1" data-article={slug}>
          {title}
        </h1>
        {subtitle && <p className="lead mt-5">{subtitle}</p>}
        <p className="mt-6 text-sm text-soft">
          {by} <span className="font-semibold text-ink">{author}</span>, {role} ·{' '}
          <time dateTime={date}>{dateText}</time> · {readTime}
        </p>
      </div>
      <div className="horizon-sky">
        <div className="measure-column">
          <SceneSky scene={scene} id={slug} />
        </div>
      </div>
      <div className="horizon-water">
        <div className="measure-column">
          <SceneWater scene={scene} id={slug} />
        </div>
      </div>
    </header>
  );
}
