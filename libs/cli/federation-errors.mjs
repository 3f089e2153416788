/**
 * Stands in remotes for `@module-federation/error-codes`, whose table of sentences would be a part of every entry. The
 * shell's own copy of the runtime, which every remote uses, still has them.
 */
export const RUNTIME_009 = 'RUNTIME-009';
export const runtimeDescMap = { [RUNTIME_009]: 'Federation was not started.' };
