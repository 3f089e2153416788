const { TextDecoder, TextEncoder } = require('node:util');

/** jsdom lays nothing out, so that nothing ever changes its size. */
class ResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

/** jsdom lacks what every browser has; react-router needs the encoder as soon as it is loaded. */
Object.assign(globalThis, { TextDecoder, TextEncoder, ResizeObserver });

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
