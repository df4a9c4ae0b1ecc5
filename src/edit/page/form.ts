import type { JsonSchema, Path, Value } from '../protocol.ts';
import { Refused } from './ask.ts';
import { h } from './h.ts';
import { chooseOne, sentenceFor } from './say.ts';

type Group = { [key: string]: Value };

/** What becomes of what is typed into a form. */
export interface Keeper {
  /** Keeps a value, or throws the sentence that says why not. */
  set(path: Path, value: Value | undefined, was: Value | undefined): Promise<void>;
  /** What may be done with a list; without it, lists are only shown. */
  list?: {
    add(path: Path, at: number, value: Value, was: Value[]): Promise<void>;
    remove(path: Path, at: number, was: Value[]): Promise<void>;
    move(path: Path, at: number, to: number, was: Value[]): Promise<void>;
  };
  /** What else may be done with an item. */
  more?(path: Path, value: Value): Node[];
}

/** The fields of a value as its schema describes them. */
export function fieldsOf(schema: JsonSchema, value: Value | undefined, path: Path, keeper: Keeper): Node[] {
  const open = opened(schema);
  if (open.type === 'array') return [listOf(open, (value ?? []) as Value[], path, keeper)];
  if (open.type !== 'object') return [controlOf(open, value, path, keeper, true)];
  return Object.entries(open.properties ?? {}).map(([key, inner]) => {
    const [own, there] = [[...path, key], (value as Group | undefined)?.[key]];
    const kind = opened(inner).type;
    if (kind !== 'object' && kind !== 'array')
      return controlOf(opened(inner), there, own, keeper, open.required?.includes(key) ?? false);
    return h(
      'details',
      { className: 'edit-group', open: path.length === 0 && keeper.list === undefined },
      h('summary', {}, inWords(key)),
      h('div', { className: 'edit-fields' }, ...fieldsOf(inner, there, own, keeper)),
    );
  });
}

/** Of a field that may be left empty, what it holds where it is not. */
export const opened = (schema: JsonSchema): JsonSchema => ({
  ...schema.anyOf?.find(({ type }) => type !== 'null'),
  ...schema,
});

let count = 0;

function controlOf(
  schema: JsonSchema,
  value: Value | undefined,
  path: Path,
  keeper: Keeper,
  isNeeded: boolean,
): Node {
  count += 1;
  const id = `edit-field-${count}`;
  const limit = schema.maxLength;
  const isFlag = schema.type === 'boolean' || schema.const === true;
  const wiring = { id, className: isFlag ? 'edit-flag' : 'edit-control', 'aria-describedby': `${id}-hint` };
  const options = [...(isNeeded ? [] : ['']), ...(schema.enum ?? [])];
  const control = schema.enum
    ? h(
        'select',
        wiring,
        ...options.map((name) => h('option', { value: name, selected: name === value }, name)),
      )
    : isFlag
      ? h('input', { ...wiring, type: 'checkbox', checked: value === true })
      : limit !== undefined && limit > 120
        ? h('textarea', { ...wiring, rows: Math.ceil(limit / 90) + 1, value: String(value ?? '') })
        : h('input', {
            ...wiring,
            type: schema.type === 'number' || schema.type === 'integer' ? 'number' : 'text',
            ...(schema.type === 'number' && { step: 'any' }),
            value: String(value ?? ''),
          });
  control.dataset.path = JSON.stringify(path);
  const counted = h('span', { className: 'edit-count' });
  const tellCount = () => {
    if (limit !== undefined) counted.textContent = `${control.value.length} of ${limit}`;
  };
  tellCount();
  const wrong = h('p', { className: 'edit-error', role: 'alert', hidden: true });
  let was = value;
  const typed = (): Value | undefined => {
    if (control instanceof HTMLInputElement && isFlag)
      return control.checked || (isNeeded ? false : undefined);
    if (control.value === '' && !isNeeded) return undefined;
    return control.type === 'number' && control.value !== '' ? Number(control.value) : control.value;
  };
  const keep = async (): Promise<void> => {
    const now = typed();
    if (now === was) return;
    try {
      await keeper.set(path, now, was);
      was = now;
      wrong.hidden = true;
      control.removeAttribute('aria-invalid');
    } catch (error) {
      if (error instanceof Refused && error.status === 409) return disagree(error.now, now);
      wrong.textContent = sentenceFor(error);
      wrong.hidden = false;
      control.setAttribute('aria-invalid', 'true');
    }
  };
  const disagree = async (theirs: Value | undefined, mine: Value | undefined): Promise<void> => {
    const choice = await chooseOne(String(theirs ?? ''), String(mine ?? ''));
    if (!choice) return;
    was = theirs;
    if (choice === 'mine') return keep();
    if (control instanceof HTMLInputElement && isFlag) control.checked = theirs === true;
    else control.value = String(theirs ?? '');
    tellCount();
  };
  control.addEventListener('input', tellCount);
  control.addEventListener('change', keep);
  control.addEventListener('keydown', (event) => {
    if ((event as KeyboardEvent).key === 'Enter' && control instanceof HTMLTextAreaElement) {
      event.preventDefault();
      keep();
    }
  });
  const label = h(
    'label',
    { for: id },
    inWords(String(path.at(-1) ?? 'value')),
    !isNeeded && h('span', {}, ' (optional)'),
  );
  const hint = h(
    'p',
    { id: `${id}-hint`, className: 'edit-hint-text' },
    schema.description ?? '',
    ' ',
    counted,
  );
  return h(
    'div',
    { className: isFlag ? 'edit-field edit-field-flag' : 'edit-field' },
    label,
    hint,
    wrong,
    control,
  );
}

function listOf(schema: JsonSchema, items: Value[], path: Path, keeper: Keeper): Node {
  const inner = schema.items ?? {};
  const isGroup = opened(inner).type === 'object';
  const { list } = keeper;
  const rows = items.map((item, at) => {
    const own = [...path, at];
    const act = (name: string, what: string, run: () => Promise<void>, isOff: boolean) =>
      h('button', {
        type: 'button',
        className: 'edit-act',
        'aria-label': `${what}: ${titleOf(item)}`,
        disabled: isOff,
        textContent: name,
        onclick: () => run().catch(tellAt(row)),
      });
    const acts =
      list &&
      h(
        'span',
        { className: 'edit-acts' },
        act('↑', 'Move up', () => list.move(path, at, at - 1, items), at === 0),
        act('↓', 'Move down', () => list.move(path, at, at + 1, items), at === items.length - 1),
        act('Remove', 'Remove', () => list.remove(path, at, items), false),
      );
    const row: HTMLElement = isGroup
      ? h(
          'li',
          {},
          h(
            'details',
            { className: 'edit-item' },
            h('summary', {}, titleOf(item)),
            h(
              'div',
              { className: 'edit-fields' },
              ...fieldsOf(inner, item, own, keeper),
              ...(keeper.more?.(own, item) ?? []),
            ),
          ),
          acts,
        )
      : h('li', {}, ...fieldsOf(inner, item, own, keeper), acts);
    return row;
  });
  const place = h('div', {});
  const add =
    list &&
    h(
      'button',
      { type: 'button', className: 'edit-act', onclick: () => place.replaceChildren(draft()) },
      'Add…',
    );
  const draft = () =>
    newItem(
      inner,
      async (value) => list?.add(path, items.length, value, items),
      () => place.replaceChildren(),
    );
  return h(
    'div',
    { className: 'edit-list' },
    schema.description && h('p', { className: 'edit-hint-text' }, schema.description),
    h('ol', {}, ...rows),
    place,
    add,
  );
}

/** A form for what is not there yet: nothing is kept until it is pressed. */
export function newItem(
  schema: JsonSchema,
  keep: (value: Value) => Promise<void>,
  leave: () => void,
  begun: Group = {},
): HTMLElement {
  let draft: Value = opened(schema).type === 'object' ? { ...begun } : '';
  const keeper: Keeper = {
    set: async (path, value) => {
      draft = withAt(draft, path, value);
    },
  };
  const form = h(
    'form',
    { className: 'edit-new' },
    ...fieldsOf(schema, draft, [], keeper),
    h(
      'div',
      { className: 'edit-acts' },
      h('button', { type: 'submit', className: 'btn btn-primary' }, 'Add'),
      h('button', { type: 'button', className: 'btn btn-secondary', onclick: leave }, 'Leave'),
    ),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    keep(draft).catch(tellAt(form));
  });
  queueMicrotask(() => form.querySelector<HTMLElement>('input, textarea, select')?.focus());
  return form;
}

const tellAt = (place: HTMLElement) => (error: unknown) => {
  place.querySelector(':scope > .edit-error')?.remove();
  place.append(h('p', { className: 'edit-error', role: 'alert' }, sentenceFor(error)));
};

function withAt(whole: Value, [key, ...rest]: Path, value: Value | undefined): Value {
  if (key === undefined) return value ?? '';
  const copy = { ...(whole as Group) };
  const inner = rest.length > 0 ? withAt(copy[key] ?? {}, rest, value) : value;
  if (inner === undefined) delete copy[key];
  else copy[key] = inner;
  return copy;
}

export function titleOf(value: Value): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return String(value ?? '');
  const { title, question, heading, name, metric, wording, from, id } = value;
  return String(title ?? question ?? heading ?? name ?? metric ?? wording ?? from ?? id ?? '…');
}

/** caseStudies: Case studies. */
const inWords = (key: string) =>
  key.charAt(0).toUpperCase() +
  key
    .slice(1)
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replace(/-/g, ' ');
