import css from './decoration.css';
import toolsCss from './tools.css';

/** As in widget.ts. */
declare const isTools: boolean;

/** One sheet for every widget of the page. A page's policy on styles does not reach it, nor do its rules. */
export const sheet = new CSSStyleSheet();
sheet.replaceSync(isTools ? toolsCss : css);

type Tag = keyof HTMLElementTagNameMap;

/** Creates elements without parsing HTML, which any Trusted Types policy allows. */
export const createElements = <Tags extends Tag[]>(...tags: Tags) =>
  tags.map((tag) => document.createElement(tag)) as { [At in keyof Tags]: HTMLElementTagNameMap[Tags[At]] };
