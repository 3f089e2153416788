import { live, type Widget } from './widget';

// The whole of what a partner's page loads. It makes no global: another copy, or another version, may be here already.

const { origin } = new URL((document.currentScript as HTMLScriptElement).src);
const attributes = ['partner', 'locale', 'theme'];

for (const name of ['bank-chat', 'bank-signup'])
  if (!customElements.get(name)) {
    class BankWidget extends HTMLElement {
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
      attributeChangedCallback(name: string) {
        this.#life.change(name);
      }
    }
    for (const attribute of attributes)
      Object.defineProperty(BankWidget.prototype, attribute, {
        get(this: Element) {
          return this.getAttribute(attribute) ?? '';
        },
        set(this: Element, value?: string) {
          this.setAttribute(attribute, value ?? '');
        },
      });
    customElements.define(name, BankWidget);
  }
