const { webcrypto } = require('node:crypto');
const { TextDecoder, TextEncoder } = require('node:util');

/** jsdom computes no layout, so no element ever changes its size. */
class ResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

/** jsdom lacks it; react-router needs the encoder when it is loaded. */
Object.assign(globalThis, { TextDecoder, TextEncoder, ResizeObserver });
if (!crypto.subtle) Object.defineProperty(crypto, 'subtle', { value: webcrypto.subtle });

/** jsdom has the dialog but not its methods. */
if (globalThis.HTMLDialogElement) {
  Object.assign(HTMLDialogElement.prototype, {
    showModal() {
      this.open = true;
    },
    close() {
      this.open = false;
    },
  });
}

/** jsdom has the function, which only reports that it is missing. */
if (typeof window !== 'undefined') window.scrollTo = () => undefined;

/** jsdom has no top layer: a popover stays in its place. */
if (globalThis.HTMLElement) HTMLElement.prototype.showPopover = () => undefined;

/**
 * Computed styles take a tenth of a test's time, and without a stylesheet they depend on a few attributes alone: hence one
 * for all elements that have the same ones.
 */
if (typeof window !== 'undefined') {
  const compute = window.getComputedStyle.bind(window);
  const computed = new Map();
  window.getComputedStyle = (element, pseudoElement) => {
    if (document.styleSheets.length > 0) return compute(element, pseudoElement);
    const { localName, hidden, type } = element;
    const key = JSON.stringify([
      localName,
      type,
      hidden,
      element.hasAttribute('open'),
      element.getAttribute('style'),
      pseudoElement,
    ]);
    const known = computed.get(key);
    if (known) return known;
    const style = compute(element, pseudoElement);
    computed.set(key, style);
    return style;
  };
}
