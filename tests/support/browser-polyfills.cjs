const { webcrypto } = require('node:crypto');
const { TextDecoder, TextEncoder } = require('node:util');

/** jsdom lays nothing out, so that nothing ever changes its size. */
class ResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

/** jsdom lacks what every browser has; react-router needs the encoder as soon as it is loaded. */
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

/** jsdom has no top layer, so that a popover is where it stands. */
if (globalThis.HTMLElement) HTMLElement.prototype.showPopover = () => undefined;
