import { attributes, createWidget, type Widget } from './widget';

// The whole script of a partner's page, built twice: as `loader.js` and, with the other widgets, as `tools.js`. Defines no
// global: another copy or version may already be loaded.

/** The origin of the frames, written by the bank when it serves this file from another one. */
declare const bank: string | undefined;
/** As in widget.ts. */
declare const isTools: boolean;

// A module has no `currentScript`; the first address in any stack is this file's.
const [origin] = /https?:\/\/[^/]+/.exec(
  typeof bank === 'string' ? bank : ((document.currentScript as HTMLScriptElement)?.src ?? Error().stack),
)!;

const names = isTools
  ? ['bank-exchange', 'bank-pay', 'bank-application-status']
  : ['bank-chat', 'bank-signup'];

for (const name of names)
  if (!customElements.get(name))
    customElements.define(
      name,
      class extends HTMLElement {
        static observedAttributes = attributes;
        #life = createWidget(this as HTMLElement as Widget, origin);

        connectedCallback() {
          this.#life.connect();
        }
        disconnectedCallback() {
          this.#life.disconnect();
        }
        /** With this callback `moveBefore` keeps the frame. */
        connectedMoveCallback() {}
        attributeChangedCallback() {
          this.#life.change();
        }
      },
    );
