import css from './decoration.css';

/** One sheet for every widget of the page. A page's policy on styles does not reach it, nor do its rules. */
export const sheet = new CSSStyleSheet();
sheet.replaceSync(css);

/** An element by its own constructor alone: nothing is ever parsed, so any Trusted Types policy lets it pass. */
export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  className = '',
  ...children: Node[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  element.className = className;
  element.append(...children);
  return element;
}

/** A speech bubble. */
export function bubble(): Element {
  const draw = (name: string, attribute: string, value: string) => {
    const element = document.createElementNS('http://www.w3.org/2000/svg', name);
    element.setAttribute(attribute, value);
    return element;
  };
  const icon = draw('svg', 'viewBox', '0 0 24 24');
  icon.append(draw('path', 'd', 'M8 20A9 9 0 1 0 4 16L2 22Z'));
  return icon;
}
