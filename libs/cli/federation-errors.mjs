/**
 * Replaces the errors of the Federation runtime, whose table of messages, logger and report of the configuration would be in the
 * first scripts of every page: an error names its code and what it is about.
 */
export const RUNTIME_001 = 'RUNTIME-001';
export const RUNTIME_002 = 'RUNTIME-002';
export const RUNTIME_003 = 'RUNTIME-003';
export const RUNTIME_004 = 'RUNTIME-004';
export const RUNTIME_005 = 'RUNTIME-005';
export const RUNTIME_006 = 'RUNTIME-006';
export const RUNTIME_007 = 'RUNTIME-007';
export const RUNTIME_008 = 'RUNTIME-008';
export const RUNTIME_009 = 'RUNTIME-009';
export const RUNTIME_010 = 'RUNTIME-010';
export const RUNTIME_011 = 'RUNTIME-011';
export const RUNTIME_013 = 'RUNTIME-013';
export const RUNTIME_014 = 'RUNTIME-014';
export const RUNTIME_015 = 'RUNTIME-015';
export const runtimeDescMap = {};

/** @param {string} code */
export const getShortErrorMsg = (code) => code;

/** @param {unknown} condition @param {string} message @param {object} [table] @param {object} [names] */
export function assert(condition, message, table, names) {
  if (!condition) error(message, table, names);
}

/** @param {string | Error} message @param {object} [_table] @param {object} [names] @param {string} [cause] @returns {never} */
export function error(message, _table, names, cause) {
  if (message instanceof Error) throw message;
  throw new Error(['Federation:', message, names && JSON.stringify(names), cause].filter(Boolean).join(' '));
}

export const warn = console.warn;
export const logger = console;

/** The configuration, for reports. */
export const optionsToMFContext = () => undefined;
