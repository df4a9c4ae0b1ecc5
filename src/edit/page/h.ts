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
    if (key.includes('-') || key === 'role' || key === 'for' || key === 'list')
      element.setAttribute(key, String(value));
    else Reflect.set(element, key, value);
  }
  element.append(
    ...(children.filter((child) => child instanceof Node || (child && child !== '')) as (Node | string)[]),
  );
  return element;
}
