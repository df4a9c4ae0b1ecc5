import { site } from '../config/site.ts';
import { icons } from '../drawing/icons.ts';
import { tokenColor } from '../drawing/palette.ts';
import { iconPath, routes } from '../routes.ts';

export const GET = () =>
  new Response(
    JSON.stringify({
      name: site.name,
      short_name: site.name,
      description: site.description,
      start_url: routes.home,
      display: 'browser',
      theme_color: tokenColor('brand').toUpperCase(),
      background_color: tokenColor('paper'),
      icons: [
        {
          src: iconPath('icon-192'),
          sizes: `${icons['icon-192'].size}x${icons['icon-192'].size}`,
          type: 'image/png',
        },
        {
          src: iconPath('icon-512'),
          sizes: `${icons['icon-512'].size}x${icons['icon-512'].size}`,
          type: 'image/png',
        },
        { src: iconPath('icon-maskable-512'), sizes: '512x512', type: 'image/png', purpose: 'maskable' },
      ],
    }),
  );
