// A separate file, since the loader on partner pages contains it.

/** The colour scheme of a `theme` attribute: `dark`, `auto` for the device's setting, otherwise light. */
export const schemeOf = (theme: string) =>
  /\bauto\b/.test(theme) ? 'light dark' : /\bdark\b/.test(theme) ? 'dark' : 'light';
