import type { AddressInfo } from 'node:net';
import type { AstroIntegration } from 'astro';
import { editorApi } from '../edit/api.ts';
import { REDRAW } from '../edit/protocol.ts';
import { openBrowser } from '../server/open-browser.ts';
import type { SiteContent } from './content.ts';

/** `npm run edit`: the development server with an editing layer, for one person on this machine. It is in nothing else. */
export const editing = (content: SiteContent): AstroIntegration => {
  let editor: ReturnType<typeof editorApi> | undefined;
  return {
    name: 'editing',
    hooks: {
      'astro:config:setup': ({ command, injectScript, updateConfig }) => {
        if (command !== 'dev' || process.env.EDITING === undefined) return;
        editor = editorApi(content.root, content.site, content.remember());
        injectScript('page', "import '/src/edit/page/main.ts';");
        updateConfig({ vite: { server: { watch: { ignored: ['**/.*.saving'] } } } });
      },
      'astro:server:setup': ({ server }) => {
        if (!editor) return;
        server.middlewares.use(editor.handle);
        // A reload would lose what an author is typing: the page redraws itself instead.
        for (const channel of new Set([server.environments.client.hot, server.ws])) {
          const send = channel.send.bind(channel) as (...message: unknown[]) => void;
          channel.send = (...message: unknown[]) => {
            const [first] = message as [{ type?: string }];
            if (first?.type === 'full-reload') send(REDRAW, {});
            else send(...message);
          };
        }
      },
      'astro:server:start': ({ address }) => {
        if (!editor) return;
        const link = `http://127.0.0.1:${(address as AddressInfo).port}/#edit=${editor.token}`;
        console.log(
          `The editor of ${content.site.name} is open. Its address works once, on this machine:\n  ${link}\nCtrl-C ends it.`,
        );
        if (process.env.EDITING === 'open') openBrowser(link);
      },
    },
  };
};
