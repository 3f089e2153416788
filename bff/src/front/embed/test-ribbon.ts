import type { Widget } from '@bank/contracts/partners';

const height = '24px';

/**
 * What shows the test mode in a frame. It is part of the document and not of the widget: a live frame loads nothing of it, and
 * no failure of a script hides it. The language of the document, which the widget sets, chooses the text. It stands above the
 * widget and never over it: a form that something covers sends nothing.
 */
export const testRibbon = {
  path: '/embed/test-mode.css',
  html: (widget: Widget) =>
    `<header class="test-mode" data-widget="${widget}"><span lang="fr">Mode test</span><span lang="en">Test mode</span></header>`,
  css: `
.test-mode {
  height: ${height};
  background: #6b3f00;
  color: #fff;
  font: 600 13px/${height} system-ui, sans-serif;
  text-align: center;
}
html:lang(fr) .test-mode [lang='en'],
html:lang(en) .test-mode [lang='fr'] { display: none; }
.test-mode[data-widget='chat'] ~ #root > main { height: calc(100dvh - ${height}); }
@media (forced-colors: active) {
  .test-mode { border-block-end: 1px solid; }
}
`,
};
