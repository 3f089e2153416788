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

/** jsdom has no top layer: a popover stays in its place. */
if (globalThis.HTMLElement) HTMLElement.prototype.showPopover = () => undefined;
