/** What a push service does with messages for a browser: takes them, or answers 410, 500 or never. */
export const browserStates = ['open', 'gone', 'fails', 'silent'] as const;
export type BrowserState = (typeof browserStates)[number];
