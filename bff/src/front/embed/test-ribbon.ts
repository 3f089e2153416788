/** The ribbon's height, which the frame's content leaves free. */
const height = '24px';

/**
 * What shows the test mode in a frame. It is part of the document and not of the widget: a live frame loads nothing of it, and
 * no failure of a script hides it. The language of the document, which the widget sets, chooses the text.
 */
export const testRibbon = {
  path: '/embed/test-mode.css',
  html: '<header class="test-mode"><span lang="fr">Mode test</span><span lang="en">Test mode</span></header>',
  css: `
.test-mode {
  position: fixed;
  inset: 0 0 auto;
  z-index: 1;
  height: ${height};
  background: #6b3f00;
  color: #fff;
  font: 600 13px/${height} system-ui, sans-serif;
  text-align: center;
}
html:lang(fr) .test-mode [lang='en'],
html:lang(en) .test-mode [lang='fr'] { display: none; }
#root > main { border-block-start: ${height} solid transparent; }
@media (forced-colors: active) {
  .test-mode { border-block-end: 1px solid; }
}
`,
};
