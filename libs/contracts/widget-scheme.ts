// By itself: the loader on partners' pages carries it.

/** The scheme that a `theme` attribute asks for: `dark`, `auto` for whatever the device is set to, else light. */
export const schemeOf = (theme: string) =>
  /\bauto\b/.test(theme) ? 'light dark' : /\bdark\b/.test(theme) ? 'dark' : 'light';
