/** Selects as `file` those of a list of stored files that a table refers to; the list is its placeholder. */
export type OwnedFiles = string;

/** Injection token of the statements of all modules. */
export const allOwnedFiles = Symbol('owned files');
