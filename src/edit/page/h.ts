type Child = Node | string | false | null | undefined;
type Props = Record<string, unknown>;

/** An element of the editor with its properties, attributes (what holds a hyphen, and `role`) and children. */
export function h<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  props: Props = {},
  ...children: Child[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(props)) {
    if (value === undefined || value === false) continue;
    if (key.includes('-') || key === 'role' || key === 'for') element.setAttribute(key, String(value));
    else Reflect.set(element, key, value);
  }
  element.append(...(children.filter(Boolean) as (Node | string)[]));
  return element;
}

export const button = (words: string, onclick: () => unknown, props: Props = {}) =>
  h('button', { type: 'button', className: 'edit-act', onclick, ...props }, words);

/** A button as the site has them: `primary` for what one came for. */
export const pill = (words: string, onclick: () => unknown, kind = 'secondary') =>
  button(words, onclick, { className: `btn btn-${kind}` });

/** What is wrong, in a sentence; nothing while it is empty. */
export const errorBeside = () => h('p', { className: 'edit-error', role: 'alert' });
