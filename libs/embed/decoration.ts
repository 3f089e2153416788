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
