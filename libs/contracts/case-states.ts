// Without zod: live events need it in the first script of every page.

/** `waiting` waits for the customer. */
export const caseStates = ['open', 'waiting', 'decided'] as const;
export type CaseState = (typeof caseStates)[number];
