/**
 * The beginning of the names of drafts that outlive their tab, where the browser keeps an encrypted copy of the session
 * (`libs/client/offline`): such a draft is in that copy and in memory, and for the tab only until the copy has it.
 * Elsewhere it is stored for the tab as any other.
 */
export const lasting = 'lasting:';
