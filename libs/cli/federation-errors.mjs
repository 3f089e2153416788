/**
 * Replaces `@module-federation/error-codes` in remotes, whose table of messages would be in every entry. The shell's copy
 * of the runtime, which every remote uses, keeps it.
 */
export const RUNTIME_009 = 'RUNTIME-009';
export const runtimeDescMap = { [RUNTIME_009]: 'Federation was not started.' };
