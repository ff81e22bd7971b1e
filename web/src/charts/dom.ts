/** Small helpers to build the page; no markup from strings, so nothing has to be escaped. */

export type Child = Node | string | null | undefined | false | Child[];
type Props = Record<string, unknown>;

/** An element with properties, listeners (`onclick`) and children. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  props?: Props | null,
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  dress(element, props ?? {});
  append(element, children);
  return element;
}

/** The same for drawings. */
export function svg(tag: string, props: Props, ...children: Child[]): SVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  dress(element, props);
  append(element, children);
  return element;
}

function dress(element: Element, props: Props): void {
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith('on') && typeof value === 'function') {
      element.addEventListener(name.slice(2), value as EventListener);
    } else if (name === 'value' || name === 'checked' || name === 'selected') {
      (element as unknown as Record<string, unknown>)[name] = value;
    } else {
      element.setAttribute(name, value === true ? '' : String(value));
    }
  }
}

function append(element: Element, children: Child[]): void {
  for (const child of children) {
    if (Array.isArray(child)) append(element, child);
    else if (child) element.append(child);
  }
}

/** Replace what an element holds. */
export function fill(element: Element, ...children: Child[]): void {
  element.replaceChildren();
  append(element, children);
}

/** A titled section, left out when it holds nothing. */
export function section(title: string, children: Child[], className = ''): HTMLElement | null {
  const held = children.filter(Boolean);
  return held.length ? h('section', { class: className || undefined }, h('h3', null, title), ...held) : null;
}
