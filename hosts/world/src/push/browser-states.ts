/** The answer of a push service to messages for a browser: accepted, 410, 500 or none. */
export const browserStates = ['open', 'gone', 'fails', 'silent'] as const;
export type BrowserState = (typeof browserStates)[number];
