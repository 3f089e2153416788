/** The database of what a browser without a network shows of a person (`offline/encrypted-copy.ts`). */
export const copyDatabase = 'offline-copy';
