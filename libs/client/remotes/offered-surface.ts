import type { PublishedRemote } from '@bank/contracts/remotes';

/** This shell's surface of the shared libraries; written by its build (libs/cli/webpack-recipes.mjs), absent in development. */
declare const SHELL_SURFACE: string | undefined;

/** Four characters for each export in each form that it serves, and for the Federation runtime. */
const tokensOf = (surface: string): string[] => surface.match(/.{4}/g) ?? [];

/** Whether the shell offers everything that a remote uses, in a form that the remote was built against. */
export function isOffered({ surface = '' }: PublishedRemote): boolean {
  if (typeof SHELL_SURFACE !== 'string') return true;
  const offered = new Set(tokensOf(SHELL_SURFACE));
  return tokensOf(surface).every((token) => offered.has(token));
}
