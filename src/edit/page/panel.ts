import { type Change, editPaths, type Opened, type Path, type Saved, type Value } from '../protocol.ts';
import { ask, Refused, save } from './ask.ts';
import { fieldsOf, type Keeper, newItem, opened, titleOf } from './form.ts';
import { h } from './h.ts';
import { chooseOne, sentenceFor, tell } from './say.ts';

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

/** The fields of a file beside the page: what cannot be clicked, and lists. */
export function createPanel(own: string, onSaved: (saved: Saved) => void, onNew: (file: string) => void) {
  const body = h('div', { className: 'edit-panel-body' });
  const chooser = h('select', {
    className: 'edit-control',
    id: 'edit-place',
    onchange: () => show(chooser.value),
  });
  const close = h('button', { type: 'button', className: 'edit-act', onclick: () => toggle(false) }, 'Close');
  const panel = h(
    'aside',
    { className: 'edit-panel', 'aria-label': 'Fields', hidden: true },
    h(
      'div',
      { className: 'edit-panel-head' },
      h('label', { for: 'edit-place' }, 'Fields of'),
      chooser,
      close,
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
      tell(sentenceFor(error), true);
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
    const control = body.querySelector<HTMLElement>(
      `[data-path='${JSON.stringify(path).replaceAll("'", "\\'")}']`,
    );
    for (let one = control?.parentElement; one && one !== body; one = one.parentElement)
      if (one instanceof HTMLDetailsElement) one.open = true;
    control?.scrollIntoView({ block: 'center' });
    control?.focus();
  }

  function contentsOf(opening: Opened): Node[] {
    const { file, value, schema } = opening;
    const keeper: Keeper = {
      set: async (path, value, was) =>
        void (await change(
          {
            kind: 'set',
            file,
            path,
            ...(value !== undefined && { value }),
            ...(was !== undefined && { was }),
          },
          false,
        )),
      list: {
        add: async (path, at, value, was) => void (await change({ kind: 'add', file, path, at, value, was })),
        remove: async (path, at, was) => void (await change({ kind: 'remove', file, path, at, was })),
        move: async (path, at, to, was) => void (await change({ kind: 'move', file, path, at, to, was })),
      },
      ...(file === 'content/claims.yaml' && {
        more: (path: Path, claim: Value) => [confirmation(file, path, claim as Group)],
      }),
    };
    return [
      ...(FOLDERS.test(file) ? [files(opening)] : []),
      h('p', { className: 'edit-file' }, file),
      ...(opening.body === undefined ? [] : textOf(opening)),
      h('div', { className: 'edit-fields' }, ...fieldsOf(schema, value, [], keeper)),
    ];
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
    return h(
      'button',
      {
        type: 'button',
        className: 'btn btn-secondary',
        onclick: () =>
          change({ kind: 'set', file, path, value, was: claim }).catch((error) =>
            tell(sentenceFor(error), true),
          ),
      },
      words,
    );
  }

  function files({ file, beside, schema }: Opened): Node {
    const folder = file.replace(/\/[^/]+$/, '');
    const isText = folder === 'content/posts';
    const at = beside.findIndex((one) => one.file === file);
    const act = (words: string, what: string, wanted: Change, isOff: boolean) =>
      h('button', {
        type: 'button',
        className: 'edit-act',
        'aria-label': what,
        disabled: isOff,
        textContent: words,
        onclick: () =>
          change(wanted, wanted.kind !== 'delete')
            .then(() => (wanted.kind === 'delete' ? show(`${folder}/`) : undefined))
            .catch((error) => tell(sentenceFor(error), true)),
      });
    const title = beside[at]?.title ?? file;
    const choice = h(
      'select',
      { className: 'edit-control', 'aria-label': 'Which one', onchange: () => show(choice.value) },
      ...beside.map((one) => h('option', { value: one.file, selected: one.file === file }, one.title)),
    );
    const place = h('div', {});
    const begin = () =>
      place.replaceChildren(
        newItem(
          beginning(schema, isText),
          async (value) => {
            const group = value as Group;
            const saved = await change({
              kind: 'create',
              folder,
              name: titleOf(group),
              value: group,
              ...(isText && { body: String(group.excerpt ?? '') }),
            });
            onNew(saved.file);
          },
          () => place.replaceChildren(),
          isText ? { date: new Date().toISOString().slice(0, 10), draft: true } : {},
        ),
      );
    return h(
      'div',
      { className: 'edit-files' },
      choice,
      h(
        'span',
        { className: 'edit-acts' },
        !isText && act('↑', `Move up: ${title}`, { kind: 'order', file, to: at - 1 }, at === 0),
        !isText &&
          act('↓', `Move down: ${title}`, { kind: 'order', file, to: at + 1 }, at === beside.length - 1),
        act('Remove', `Remove: ${title}`, { kind: 'delete', file }, false),
        h(
          'button',
          { type: 'button', className: 'edit-act', onclick: begin },
          isText ? 'Begin an article…' : 'Add…',
        ),
      ),
      place,
    );
  }

  function textOf(opening: Opened): Node[] {
    const { file } = opening;
    let was = opening.body ?? '';
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wrong = h('p', { className: 'edit-error', role: 'alert', hidden: true });
    const text = h('textarea', {
      className: 'edit-control edit-markdown',
      id: 'edit-markdown',
      value: was,
      spellcheck: true,
    });
    const keep = async (): Promise<void> => {
      const value = text.value.endsWith('\n') ? text.value : `${text.value}\n`;
      if (value === was) return;
      try {
        await change({ kind: 'text', file, start: -1, was, value }, false);
        was = value;
        wrong.hidden = true;
      } catch (error) {
        if (error instanceof Refused && error.status === 409) {
          const choice = await chooseOne(String(error.now), value);
          if (choice) was = String(error.now);
          if (choice === 'theirs') text.value = was;
          return choice ? keep() : undefined;
        }
        wrong.textContent = sentenceFor(error);
        wrong.hidden = false;
      }
    };
    text.addEventListener('input', () => {
      clearTimeout(timer);
      timer = setTimeout(keep, PAUSE_MS);
    });
    const isPost = file.startsWith('content/posts/');
    return [
      h(
        'div',
        { className: 'edit-field' },
        h('label', { for: 'edit-markdown' }, 'Text'),
        h(
          'p',
          { className: 'edit-hint-text' },
          'Markdown: ## a heading, **bold**, *italic*, [a link](/faq), - a list. The page follows at each pause.',
        ),
        wrong,
        text,
      ),
      ...(isPost ? [pictureFor(opening, text, keep), addressOf(file)] : []),
    ];
  }

  function pictureFor({ file, value }: Opened, text: HTMLTextAreaElement, keep: () => Promise<void>): Node {
    const schema = {
      type: 'object',
      required: ['shows'],
      properties: {
        shows: {
          type: 'string',
          description: 'what the picture shows, for those who cannot see it',
          maxLength: 200,
        },
        caption: { type: 'string', description: 'the line under it', maxLength: 200 },
        asCover: {
          type: 'boolean',
          description: 'at the head of the article and on its card, not in the text',
        },
      },
    };
    const place = h('div', {});
    const picked = h('input', {
      type: 'file',
      accept: 'image/*',
      className: 'edit-control',
      'aria-label': 'The picture',
    });
    const begin = () => {
      const at = text.selectionStart;
      const form = newItem(
        schema,
        async (typed) => {
          const {
            shows = '',
            caption,
            asCover,
          } = typed as { shows?: string; caption?: string; asCover?: boolean };
          const [chosen] = picked.files ?? [];
          if (!chosen || !shows)
            throw new Error('A picture and the words for what it shows are both wanted.');
          const { file: put } = await ask<Saved>(editPaths.picture, {
            folder: 'posts',
            name: chosen.name,
            data: await base64(chosen),
          });
          const name = put.replace('content/posts/', '');
          if (asCover)
            return void (await change({
              kind: 'set',
              file,
              path: [],
              value: { ...(value as Group), cover: name, coverAlt: shows },
              was: value,
            }));
          const words = `\n\n![${shows}](${name}${caption ? ` "${caption}"` : ''})\n\n`;
          text.setRangeText(words, at, at);
          text.value = text.value.replace(/\n{3,}/g, '\n\n');
          await keep();
          place.replaceChildren();
        },
        () => place.replaceChildren(),
      );
      form.prepend(picked);
      place.replaceChildren(form);
    };
    return h(
      'div',
      {},
      h('button', { type: 'button', className: 'edit-act', onclick: begin }, 'Put in a picture…'),
      place,
    );
  }

  function addressOf(file: string): Node {
    const slug = file.replace(/^.*\/|\.md$/g, '');
    const schema = {
      type: 'string',
      maxLength: 80,
      description: 'the end of its address; the old one leads on to the new one',
    };
    const keeper: Keeper = {
      set: async (_, value) => {
        const saved = await change({ kind: 'rename', file, to: String(value ?? '') });
        onNew(saved.file);
      },
    };
    return h(
      'div',
      {},
      ...fieldsOf(
        { type: 'object', properties: { address: schema }, required: ['address'] },
        { address: slug },
        [],
        keeper,
      ),
    );
  }

  return { element: panel, show, toggle, isOpen: () => !panel.hidden };
}

/** What an article has from its first day; the rest comes later. */
function beginning(schema: Opened['schema'], isText: boolean): Opened['schema'] {
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
