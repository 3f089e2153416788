const { TextDecoder, TextEncoder } = require('node:util');

/** jsdom lacks what every browser has; react-router needs the encoder as soon as it is loaded. */
Object.assign(globalThis, { TextDecoder, TextEncoder });
