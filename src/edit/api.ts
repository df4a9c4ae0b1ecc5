import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname } from 'node:path';
import type { Site } from '../config/site-schema.ts';
import { isPicture } from '../content/check/text.ts';
import type { Memory } from '../content/memory.ts';
import { sitePages } from '../content/site-pages.ts';
import { unescapeHtml } from '../lib/escape-html.ts';
import { Mistake } from '../lib/mistake.ts';
import { legalPaths } from '../routes.ts';
import { Refused } from '../server/failures.ts';
import { admitOwner } from '../server/inbox/admission.ts';
import { Changed, partsOf } from './apply.ts';
import { filesIn } from './disk.ts';
import { judgeOf } from './judge.ts';
import { type Asked, type Change, editPaths, type Opened, plain, type Saved, titleOf } from './protocol.ts';
import { ownFileOf, valuesIn } from './values.ts';
import { startVisit } from './visit.ts';

/** A photograph as a phone takes it, in the letters of JSON. */
const BODY_LIMIT_BYTES = 60 * 1024 * 1024;
/** Every file that the editor may write to: one of content/, and no other. */
const FILE = /^content\/(?:[a-z-]+\/)?[\w-][\w.-]*\.(?:yaml|md)$/;

const FOLDER = /^content\/[a-z-]+\/$/;

/** Undo, redo, put back; or only what there is to turn, and the file behind a page. */
type Turn = { turn?: 'undo' | 'redo' | 'back'; id?: number; path?: string };

/** Answers what the editor's page asks and saves; everything else goes on to the development server. */
export function editorApi(root: string, site: Site, memory: Memory) {
  const { token, checkRequest, openSession, checkSession } = admitOwner('editor');
  const values = valuesIn(root, site);
  const visit = startVisit({
    root,
    judge: judgeOf(root, site, memory),
    orderOf: (file, path) => values.fields().orderOf(file, path),
  });
  const saved = async (saving: Promise<string>): Promise<Saved> => ({
    file: await saving,
    history: visit.history(),
  });

  const answers: Record<string, (sent: never, origin: string) => unknown> = {
    [editPaths.match]: (asked: Asked) => values.match(asked),
    [editPaths.used]: ({ text }: { text: string }, origin) => pagesWith(text, origin),
    [editPaths.file]: ({ file }: { file: string }) =>
      FOLDER.test(file) ? filesIn(root, file.slice(0, -1)) : open(file),
    [editPaths.save]: (change: Change) => {
      const named = change.kind === 'create' ? `${change.folder}/a.yaml` : change.file;
      if (!FILE.test(named)) throw new Mistake(`${named}: the editor writes to the files of content/ alone.`);
      return saved(visit.save(change));
    },
    [editPaths.picture]: ({ folder, name, data }: { folder: string; name: string; data: string }) => {
      const file = `content/${folder === 'people' ? 'people' : 'posts'}/${tidy(name)}`;
      if (!isPicture(file))
        throw new Mistake(`${name}: this is no picture; wanted: a JPEG, PNG, WebP or AVIF.`);
      return saved(visit.put(file, Buffer.from(data, 'base64'), `Added ${file}`));
    },
    [editPaths.history]: ({ turn, id, path }: Turn) => {
      if (turn === 'back') return saved(visit.putBack(id ?? 0));
      return saved(turn ? visit[turn]() : Promise.resolve(ownFileOf(path ?? '/')));
    },
  };

  function open(file: string): Opened {
    if (!FILE.test(file)) throw new Mistake(`${file}: the editor shows the files of content/ alone.`);
    const text = values.textOf(file);
    const folder = file.slice(0, file.lastIndexOf('/'));
    const said = values.saying();
    return {
      file,
      value: values.read(file).value,
      ...(file.endsWith('.md') && { body: text.slice(partsOf(file, text).body) }),
      schema: values.fields().schemaOf(file),
      beside: filesIn(root, folder).map((name) => ({
        file: name,
        title: said(titleOf(values.read(name).value ?? name)),
      })),
    };
  }

  /** How many pages show these words; articles are not asked, since thousands of them may share a header. */
  async function pagesWith(text: string, origin: string): Promise<{ pages: number; of: number }> {
    const paths = [...Object.values(sitePages).map(({ path }) => path), ...legalPaths];
    const found = await Promise.all(
      paths.map(async (path) => {
        const html = await (await fetch(origin + path)).text();
        const words = html.replace(/<(script|style)\b[\s\S]*?<\/\1>/g, '').replace(/<[^>]*>/g, '');
        return plain(unescapeHtml(words)).includes(text);
      }),
    );
    return { pages: found.filter(Boolean).length, of: paths.length };
  }

  async function answer(request: IncomingMessage, path: string): Promise<unknown> {
    checkRequest(request);
    const sent = await bodyOf(request);
    if (path === editPaths.session) return openSession(String((sent as { token?: string }).token));
    checkSession(request);
    const give = answers[path];
    if (!give || request.method !== 'POST') throw new Refused(404, 'The editor has nothing at this address.');
    return give(sent as never, `http://${request.headers.host}`);
  }

  return {
    token,
    handle(request: IncomingMessage, response: ServerResponse, next: () => void): void {
      const path = (request.url ?? '').replace(/\?.*$/, '');
      if (!path.startsWith('/_edit/')) {
        next();
        return;
      }
      const send = (status: number, body: unknown) => {
        response.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
        response.end(JSON.stringify(body));
      };
      answer(request, path).then(
        (body) => send(200, body),
        (error: Error) => {
          request.resume();
          if (error instanceof Changed) send(409, { error: error.message, now: error.now });
          else if (error instanceof Refused) send(error.statusCode, { error: error.message });
          else send(error instanceof Mistake ? 400 : 500, { error: error.message });
        },
      );
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  if (request.method !== 'POST') return {};
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > BODY_LIMIT_BYTES) throw new Refused(413, 'This is more than the editor takes at a time.');
    parts.push(part);
  }
  try {
    return JSON.parse(Buffer.concat(parts).toString('utf8'));
  } catch {
    throw new Refused(400, 'What was sent is not readable.');
  }
}

/** The name of a file as an address has it. */
function tidy(name: string): string {
  const ending = extname(name).toLowerCase();
  const words = name.slice(0, name.length - ending.length).toLowerCase();
  return `${words.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '') || 'picture'}${ending}`;
}
