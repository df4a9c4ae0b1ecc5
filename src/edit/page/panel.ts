import {
  type Change,
  editPaths,
  type JsonSchema,
  type Opened,
  opened,
  type Path,
  type Saved,
  titleOf,
  type Value,
} from '../protocol.ts';
import { ask, Refused, save } from './ask.ts';
import { fieldsOf, type Keeper, type ListChange, newItem } from './form.ts';
import { button, errorBeside, h, pill } from './h.ts';
import { chooseOne, sentenceFor, tell, tellWrong } from './say.ts';

/** As long as somebody types without a rest, a text waits. */
const PAUSE_MS = 700;
const YEAR_MS = 365 * 86_400_000;

type Group = { [key: string]: Value };

const places: [file: string, name: string][] = [
  ['content/pages/shared.yaml', 'Header, footer, every page'],
  ['content/faq.yaml', 'Questions'],
  ['content/claims.yaml', 'Claims'],
  ['content/services/', 'Services'],
  ['content/case-studies/', 'Case studies'],
  ['content/people/', 'People'],
  ['content/posts/', 'Articles'],
  ['content/legal/', 'Legal texts'],
  ['content/redirects.yaml', 'Addresses that changed'],
];
/** What may be added to or taken from a folder. */
const FOLDERS = /^content\/(services|case-studies|people|posts)\//;
const ADDRESSED = /^content\/(services|case-studies|posts)\//;
const POSTS = 'content/posts/';

/** The fields of a file beside the page: what cannot be clicked, and lists. */
export function createPanel(own: string, onSaved: (saved: Saved) => void, onNew: (file: string) => void) {
  const body = h('div', { className: 'edit-panel-body' });
  const chooser = h('select', {
    className: 'edit-control',
    id: 'edit-place',
    onchange: () => show(chooser.value),
  });
  const panel = h(
    'aside',
    { className: 'edit-panel', 'aria-label': 'Fields', hidden: true },
    h(
      'div',
      { className: 'edit-panel-head' },
      h('label', { for: 'edit-place' }, 'Fields of'),
      chooser,
      button('Close', () => toggle(false)),
    ),
    body,
  );
  let current = '';
  let before: Element | null = null;

  function toggle(isOpen: boolean): void {
    if (isOpen && panel.hidden) before = document.activeElement;
    panel.hidden = !isOpen;
    document.documentElement.classList.toggle('edit-with-panel', isOpen);
    if (isOpen) chooser.focus();
    else if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  }

  const change = async (wanted: Change, redraws = true) => {
    const saved = await save(wanted);
    onSaved(saved);
    if (redraws) await show(saved.file);
    return saved;
  };

  async function show(place: string, at?: Path): Promise<void> {
    try {
      const file = place.endsWith('/')
        ? ((await ask<string[]>(editPaths.file, { file: place }))[0] ?? '')
        : place;
      const kept = [...body.querySelectorAll<HTMLDetailsElement>('details')].map(({ open }) => open);
      const isSame = file === current;
      const opening = await ask<Opened>(editPaths.file, { file });
      current = file;
      offer(opening);
      body.replaceChildren(...contentsOf(opening));
      if (isSame)
        for (const [i, one] of [...body.querySelectorAll('details')].entries()) one.open = kept[i] ?? false;
      if (at) focusAt(at);
    } catch (error) {
      tellWrong(error);
    }
  }

  function offer({ file }: Opened): void {
    const all: [string, string][] = [[own, 'This page'], ...places.filter(([name]) => name !== own)];
    const folder = file.replace(/[^/]+$/, '');
    const value = all.find(([name]) => name === file)?.[0] ?? all.find(([name]) => name === folder)?.[0];
    if (!value) all.push([file, file]);
    chooser.replaceChildren(...all.map(([name, words]) => h('option', { value: name }, words)));
    chooser.value = value ?? file;
  }

  function focusAt(path: Path): void {
    const wanted = JSON.stringify(path);
    const control = [...body.querySelectorAll<HTMLElement>('[data-path]')].find(
      ({ dataset }) => dataset.path === wanted,
    );
    for (let one = control?.parentElement; one && one !== body; one = one.parentElement)
      if (one instanceof HTMLDetailsElement) one.open = true;
    control?.scrollIntoView({ block: 'center' });
    control?.focus();
  }

  function contentsOf(opening: Opened): Node[] {
    const { file, value, schema } = opening;
    const keeper: Keeper = {
      set: async (path, value, was) => void (await change({ kind: 'set', file, path, value, was }, false)),
      list: (wanted) => changeList({ ...wanted, file } as ListChange),
      ...(file === 'content/claims.yaml' && {
        more: (path: Path, claim: Value) => [confirmation(file, path, claim as Group)],
      }),
    };
    return [
      FOLDERS.test(file) && files(opening),
      h('p', { className: 'edit-file' }, file),
      ...(opening.body === undefined ? [] : textOf(opening)),
      file.startsWith('content/people/') && portraitFor(opening),
      ADDRESSED.test(file) && addressOf(file),
      h('div', { className: 'edit-fields' }, ...fieldsOf(schema, value, [], keeper)),
    ].filter((node) => node !== false);
  }

  /** What is new stands at the end of a list that somebody else changed; anything else is done to what was seen. */
  async function changeList(wanted: ListChange): Promise<void> {
    try {
      await change(wanted);
    } catch (error) {
      if (!(error instanceof Refused) || error.status !== 409) throw error;
      const now = (error.now ?? []) as Value[];
      if (wanted.kind === 'add') {
        await change({ ...wanted, at: now.length, was: now });
        return;
      }
      await show(wanted.file);
      tell('Somebody else changed this list meanwhile. Look at it, then try again.', true);
    }
  }

  /** All three days and words of it in one change: each alone would be refused. */
  function confirmation(file: string, path: Path, claim: Group): Node {
    const day = (time: number) => new Date(time).toISOString().slice(0, 10);
    const value = {
      ...claim,
      status: 'confirmed',
      asOf: day(Date.now()),
      reviewBy: day(Date.now() + YEAR_MS),
    };
    const words = claim.status === 'confirmed' ? 'Found true again today' : 'Confirm: found true today';
    return pill(words, () => change({ kind: 'set', file, path, value, was: claim }).catch(tellWrong));
  }

  function files({ file, beside, schema }: Opened): Node {
    const folder = file.replace(/\/[^/]+$/, '');
    const isText = file.startsWith(POSTS);
    const at = beside.findIndex((one) => one.file === file);
    const title = beside[at]?.title ?? file;
    const choice = h(
      'select',
      { className: 'edit-control', 'aria-label': 'Which one', onchange: () => show(choice.value) },
      ...beside.map((one) => h('option', { value: one.file, selected: one.file === file }, one.title)),
    );
    const move = (words: string, what: string, to: number) =>
      button(words, () => change({ kind: 'order', file, to }).catch(tellWrong), {
        'aria-label': `${what}: ${title}`,
        disabled: to < 0 || to === beside.length,
      });
    const remove = () => change({ kind: 'delete', file }, false).then(() => show(`${folder}/`), tellWrong);
    const add = async (value: Value) => {
      const group = value as Group;
      const text = isText && { body: String(group.excerpt ?? '') };
      const { file: added } = await change({
        ...{ kind: 'create', folder, name: titleOf(group), value: group },
        ...text,
      });
      onNew(added);
    };
    const draft = () =>
      newItem(
        beginning(schema, isText),
        add,
        () => place.replaceChildren(),
        isText ? { date: new Date().toISOString().slice(0, 10), draft: true } : {},
      );
    const place = h('div');
    return h(
      'div',
      {},
      choice,
      h(
        'span',
        { className: 'edit-acts' },
        !isText && move('↑', 'Move up', at - 1),
        !isText && move('↓', 'Move down', at + 1),
        button('Remove', remove, { 'aria-label': `Remove: ${title}` }),
        button(isText ? 'Begin an article…' : 'Add…', () => place.replaceChildren(draft())),
      ),
      place,
    );
  }

  function textOf(opening: Opened): Node[] {
    const { file } = opening;
    let was = opening.body ?? '';
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wrong = errorBeside();
    const text = h('textarea', {
      className: 'edit-control edit-markdown',
      id: 'edit-markdown',
      value: was.trimStart(),
      spellcheck: true,
    });
    const above = was.slice(0, was.length - was.trimStart().length);
    const keep = async (): Promise<void> => {
      const value = `${above}${text.value.trimEnd()}\n`;
      if (value === was) return;
      try {
        await change({ kind: 'text', file, start: -1, was, value }, false);
        was = value;
        wrong.textContent = '';
      } catch (error) {
        if (!(error instanceof Refused) || error.status !== 409) {
          wrong.textContent = sentenceFor(error);
          return;
        }
        const choice = await chooseOne(String(error.now), value);
        if (choice) was = String(error.now);
        if (choice === 'theirs') text.value = was.trimStart();
        if (choice) await keep();
      }
    };
    text.addEventListener('input', () => {
      clearTimeout(timer);
      timer = setTimeout(keep, PAUSE_MS);
    });
    const help =
      'Markdown: ## a heading, **bold**, *italic*, [a link](/faq), - a list. The page follows at each pause.';
    return [
      h(
        'div',
        { className: 'edit-field' },
        h('label', { for: 'edit-markdown' }, 'Text'),
        h('p', { className: 'edit-hint-text' }, help),
        text,
        wrong,
      ),
      ...(file.startsWith(POSTS) ? [pictureIn(opening, text, keep)] : []),
    ];
  }

  /** A button that asks for a picture and puts it beside the file; what becomes of it there is for `use`. */
  function pictureFor(
    words: string,
    folder: string,
    schema: JsonSchema,
    use: (name: string, typed: Group) => Promise<unknown>,
  ): Node {
    const place = h('div');
    const picked = h('input', {
      ...{ type: 'file', accept: 'image/*', className: 'edit-control', 'aria-label': 'The picture' },
    });
    const keep = async (typed: Value) => {
      const [chosen] = picked.files ?? [];
      const isSaid = schema.required?.every((name) => (typed as Group)[name]) ?? true;
      if (!chosen || !isSaid)
        throw new Error(`Choose a picture${schema.required ? ', and say what it shows' : ''}.`);
      const sent = { folder, name: chosen.name, data: await base64(chosen) };
      const { file } = await ask<Saved>(editPaths.picture, sent);
      await use(file.replace(/^.*\//, ''), typed as Group);
      place.replaceChildren();
    };
    const begin = () => {
      const form = newItem(schema, keep, () => place.replaceChildren());
      form.prepend(picked);
      place.replaceChildren(form);
    };
    return h('div', {}, button(words, begin), place);
  }

  const portraitFor = ({ file, value }: Opened) =>
    pictureFor('Portrait…', 'people', { type: 'object' }, (name) =>
      change({ kind: 'set', file, path: ['portrait'], value: name, was: (value as Group).portrait }),
    );

  const pictureIn = ({ file, value }: Opened, text: HTMLTextAreaElement, keep: () => Promise<void>) =>
    pictureFor('Put in a picture…', 'posts', PICTURE, async (name, { shows, caption, asCover }) => {
      if (asCover) {
        const cover = { ...(value as Group), cover: name, coverAlt: shows ?? '' };
        await change({ kind: 'set', file, path: [], value: cover, was: value });
        return;
      }
      const words = `\n\n![${shows}](${name}${caption ? ` "${caption}"` : ''})\n\n`;
      text.setRangeText(words, text.selectionStart, text.selectionStart);
      text.value = text.value.replace(/\n{3,}/g, '\n\n');
      await keep();
    });

  function addressOf(file: string): Node {
    const address = file.replace(/^.*\/(\d+-)?|\.\w+$/g, '');
    const keeper: Keeper = {
      set: async (_, value) => onNew((await change({ kind: 'rename', file, to: String(value ?? '') })).file),
    };
    return h('div', {}, ...fieldsOf(ADDRESS, { address }, [], keeper));
  }

  return { element: panel, show, toggle, isOpen: () => !panel.hidden };
}

const words = (description: string, maxLength = 200) => ({ type: 'string', description, maxLength });

const PICTURE: JsonSchema = {
  type: 'object',
  required: ['shows'],
  properties: {
    shows: words('what the picture shows, for those who cannot see it'),
    caption: words('the line under it'),
    asCover: {
      type: 'boolean',
      description: 'at the head of the article and on its card, not in the text',
    },
  },
};

const ADDRESS: JsonSchema = {
  type: 'object',
  required: ['address'],
  properties: {
    address: words(
      'the end of its address; links on this site follow it, and an article’s old one leads on',
      80,
    ),
  },
};

/** What an article has from its first day; the rest comes later. */
function beginning(schema: JsonSchema, isText: boolean): JsonSchema {
  if (!isText) return schema;
  const wanted = ['title', 'excerpt', 'description', 'category'];
  const properties = Object.fromEntries(
    Object.entries(opened(schema).properties ?? {}).filter(([name]) => wanted.includes(name)),
  );
  return { ...schema, properties };
}

const base64 = async (file: File): Promise<string> => {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = '';
  for (let i = 0; i < bytes.length; i += 8192) text += String.fromCharCode(...bytes.subarray(i, i + 8192));
  return btoa(text);
};
