import { attributes, live, type Widget } from './widget';

// The whole of what a partner's page loads. It makes no global: another copy, or another version, may be here already.

/** Where the frames are, which the bank says when it serves this file from elsewhere. */
declare const bank: string | undefined;

// A module has no `currentScript`; the first address in any stack is this file's.
const [origin] = /https?:\/\/[^/]+/.exec(
  typeof bank === 'string' ? bank : ((document.currentScript as HTMLScriptElement)?.src ?? Error().stack),
)!;

for (const name of ['bank-chat', 'bank-signup'])
  if (!customElements.get(name))
    customElements.define(
      name,
      class extends HTMLElement {
        static observedAttributes = attributes;
        #life = live(this as HTMLElement as Widget, origin);

        connectedCallback() {
          this.#life.connect();
        }
        disconnectedCallback() {
          this.#life.disconnect();
        }
        /** `moveBefore` keeps the element as it is, frame included: there is nothing to do. */
        connectedMoveCallback() {}
        attributeChangedCallback() {
          this.#life.change();
        }
      },
    );
