import {
  type Change,
  type JsonSchema,
  opened,
  type Path,
  titleOf,
  type Value,
  withValue,
} from '../protocol.ts';
import { Refused } from './ask.ts';
import { button, errorBeside, h, pill } from './h.ts';
import { chooseOne, sentenceFor } from './say.ts';

export type ListChange = Extract<Change, { kind: 'add' | 'remove' | 'move' }>;
type WithoutFile<One> = One extends Change ? Omit<One, 'file'> : never;

/** What becomes of what is typed into a form. */
export interface Keeper {
  /** Keeps a value, or throws the sentence that says why not. */
  set(path: Path, value: Value | undefined, was: Value | undefined): Promise<void>;
  /** Changes a list; without it, lists are only shown. */
  list?(change: WithoutFile<ListChange>): Promise<void>;
  /** What else may be done with an item. */
  more?(path: Path, value: Value): Node[];
}

/** Longer words than these need more than one line. */
const LINE = 60;

/** The fields of a value as its schema describes them. */
export function fieldsOf(schema: JsonSchema, value: Value | undefined, path: Path, keeper: Keeper): Node[] {
  const open = opened(schema);
  if (open.type === 'array') return [listOf(open, (value ?? []) as Value[], path, keeper)];
  if (open.type !== 'object') return [controlOf(open, value, path, keeper, true)];
  return Object.entries(open.properties ?? {}).map(([key, inner]) => {
    const own = [...path, key];
    const there = (value as { [key: string]: Value } | undefined)?.[key];
    const { type } = opened(inner);
    if (type !== 'object' && type !== 'array')
      return controlOf(opened(inner), there, own, keeper, open.required?.includes(key) ?? false);
    return h(
      'details',
      { className: 'edit-group', open: path.length === 0 && keeper.list === undefined },
      h('summary', {}, inWords(key)),
      h('div', { className: 'edit-fields' }, ...fieldsOf(inner, there, own, keeper)),
    );
  });
}

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
  const control = controlFor(schema, value, isFlag, isNeeded);
  control.id = id;
  control.className = isFlag ? 'edit-flag' : 'edit-control';
  control.setAttribute('aria-describedby', `${id}-hint ${id}-count`);
  control.dataset.path = JSON.stringify(path);
  const counted = h('span', { id: `${id}-count`, className: 'edit-count' });
  const tellCount = () => {
    if (limit === undefined) return;
    counted.textContent = `${control.value.length} of ${limit}`;
    counted.classList.toggle('edit-wrong', control.value.length > limit);
  };
  tellCount();
  const wrong = errorBeside();
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
      wrong.textContent = '';
      control.removeAttribute('aria-invalid');
    } catch (error) {
      if (error instanceof Refused && error.status === 409) return disagree(error.now, now);
      wrong.textContent = sentenceFor(error);
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
    if ((event as KeyboardEvent).key !== 'Enter' || !(control instanceof HTMLTextAreaElement)) return;
    event.preventDefault();
    keep();
  });
  const name = path.at(-1) ?? 'value';
  return h(
    'div',
    { className: isFlag ? 'edit-field edit-field-flag' : 'edit-field' },
    h(
      'div',
      { className: 'edit-label' },
      h(
        'label',
        { for: id },
        typeof name === 'number' ? String(name + 1) : inWords(name),
        !isNeeded && h('span', {}, ' (optional)'),
      ),
      counted,
    ),
    h('p', { id: `${id}-hint`, className: 'edit-hint-text' }, schema.description),
    control,
    wrong,
  );
}

function controlFor(schema: JsonSchema, value: Value | undefined, isFlag: boolean, isNeeded: boolean) {
  if (schema.enum)
    return h(
      'select',
      {},
      ...[...(isNeeded ? [] : ['']), ...schema.enum].map((name) =>
        h('option', { value: name, selected: name === value }, name),
      ),
    );
  if (isFlag) return h('input', { type: 'checkbox', checked: value === true });
  const written = { value: String(value ?? '') };
  if (schema.type === 'number' || schema.type === 'integer')
    return h('input', { type: 'number', ...(schema.type === 'number' && { step: 'any' }), ...written });
  return (schema.maxLength ?? 0) > LINE ? h('textarea', { rows: 1, ...written }) : h('input', written);
}

function listOf(schema: JsonSchema, items: Value[], path: Path, keeper: Keeper): Node {
  const inner = schema.items ?? {};
  const isGroup = opened(inner).type === 'object';
  const { list } = keeper;
  const rows = items.map((item, at) => {
    const own = [...path, at];
    const of = { path, at, was: items };
    const act = (words: string, what: string, change: WithoutFile<ListChange>, isOff = false) =>
      button(words, () => list?.(change).catch(tellAt(row)), {
        'aria-label': `${what}: ${titleOf(item)}`,
        disabled: isOff,
      });
    const remove = list && act('Remove', 'Remove', { kind: 'remove', ...of });
    const acts =
      list &&
      h(
        'span',
        { className: 'edit-acts' },
        act('↑', 'Move up', { kind: 'move', ...of, to: at - 1 }, at === 0),
        act('↓', 'Move down', { kind: 'move', ...of, to: at + 1 }, at === items.length - 1),
        !isGroup && remove,
      );
    const fields = fieldsOf(inner, item, own, keeper);
    const row: HTMLElement = isGroup
      ? h(
          'li',
          { className: 'edit-row' },
          h(
            'details',
            { className: 'edit-item' },
            h('summary', {}, titleOf(item)),
            h('div', { className: 'edit-fields' }, ...(keeper.more?.(own, item) ?? []), ...fields, remove),
          ),
          acts,
        )
      : h('li', {}, ...fields, acts);
    return row;
  });
  const place = h('div', {});
  const draft = () =>
    newItem(
      inner,
      async (value) => list?.({ kind: 'add', path, at: items.length, value, was: items }),
      () => place.replaceChildren(),
    );
  return h(
    'div',
    { className: 'edit-list' },
    schema.description && h('p', { className: 'edit-hint-text' }, schema.description),
    h('ol', {}, ...rows),
    place,
    list && button('Add…', () => place.replaceChildren(draft())),
  );
}

/** A form for what is not there yet: nothing is kept until it is pressed. */
export function newItem(
  schema: JsonSchema,
  keep: (value: Value) => Promise<void>,
  leave: () => void,
  begun: { [key: string]: Value } = {},
): HTMLElement {
  let draft: Value = opened(schema).type === 'object' ? { ...begun } : '';
  const keeper: Keeper = {
    set: async (path, value) => {
      draft = withValue(draft, path, value);
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
      pill('Cancel', leave),
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
  const wrong = errorBeside();
  place.append(wrong);
  wrong.textContent = sentenceFor(error);
};

/** caseStudies: Case studies. */
const inWords = (key: string) =>
  key.charAt(0).toUpperCase() +
  key
    .slice(1)
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replace(/-/g, ' ');
