/**
 * Replaces `@module-federation/sdk` in remotes, where only the code that loads further remotes names it: its loggers would be in
 * every entry. A remote loads no other remote (webpack-recipes.mjs), so nothing of this is ever called.
 */
export const ENCODE_NAME_PREFIX = 'ENCODE_NAME_PREFIX';

export function decodeName() {
  throw new Error('A remote loads no other remote.');
}
