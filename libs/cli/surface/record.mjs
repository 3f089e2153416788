import fs from 'node:fs';
import path from 'node:path';
import { LIBRARIES_DIR } from '../paths.mjs';
import { isCompatible } from './compare.mjs';
import { canonical, exportToken } from './tokens.mjs';

/**
 * The record of a library's surface, `libs/<library>/surface.json`: what the library offers now, each older form that it
 * still serves, and how far it has changed since its last version.
 *
 * @typedef {import('./shapes.mjs').Shape} Shape
 * @typedef {import('./shapes.mjs').Table} Table
 * @typedef {import('./compare.mjs').Exported} Exported
 * @typedef {'none' | 'compatible' | 'breaking'} Change
 * @typedef {{ exports: Record<string, Exported>, types: Table }} Described by `<entry>#<export>`
 * @typedef {object} Record
 * @property {string} version of the library, from which on `change` counts
 * @property {Change} change
 * @property {{ [name: string]: Exported & { tokens?: string[] } }} exports the current token first
 * @property {Table} types
 */

/** @type {Change[]} */
const CHANGES = ['none', 'compatible', 'breaking'];

/** @param {Change[]} changes @returns {Change} */
const greatest = (changes) =>
  CHANGES[Math.max(0, ...changes.map((change) => CHANGES.indexOf(change)))] ?? 'none';

/** @param {string} library */
const fileOf = (library) => path.join(LIBRARIES_DIR, library, 'surface.json');

/** @param {string} library @returns {Record | undefined} undefined where it has none yet */
export const readRecord = (library) =>
  fs.existsSync(fileOf(library)) ? JSON.parse(fs.readFileSync(fileOf(library), 'utf8')) : undefined;

/** A line for each export and type, so that two branches merge. @param {Record} record */
export function textOf({ version, change, exports, types }) {
  const lines = (/** @type {object} */ part) =>
    Object.entries(part)
      .map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`)
      .join(',\n');
  const head = `"version":${JSON.stringify(version)},\n"change":${JSON.stringify(change)}`;
  return `{\n${head},\n"exports":{\n${lines(exports)}\n},\n"types":{\n${lines(types)}\n}\n}\n`;
}

/**
 * The record of what a library offers now. An export that changed compatibly still serves the forms that it served before.
 * @param {string} library
 * @param {string} version of the library now
 * @param {Described} described
 * @param {Record} [before]
 * @returns {{ record: Record, changes: { name: string, change: Change }[], sinceVersion: Change }}
 */
export function nextRecord(library, version, { exports, types }, before) {
  const changes = [];
  /** @type {Record['exports']} */
  const recorded = {};
  for (const [name, exported] of Object.entries(exports)) {
    const old = before?.exports[name];
    const change = changeOf(exported, types, old, before?.types ?? {});
    if (before && change !== 'none') changes.push({ name, change });
    const [entry = '', symbol = ''] = name.split('#');
    const token = exportToken(`@bank/${library}/${entry}`, symbol, exported.shape, types);
    const older = change === 'breaking' ? [] : (old?.tokens ?? []).filter((known) => known !== token);
    const tokens = exported.kind === 'value' ? { tokens: [token, ...older] } : {};
    const { kind, shape, deprecated } = exported;
    recorded[name] = { kind, ...tokens, shape, ...(deprecated !== undefined && { deprecated }) };
  }
  for (const name of Object.keys(before?.exports ?? {}))
    if (!(name in exports)) changes.push({ name, change: /** @type {const} */ ('breaking') });
  const sinceVersion = greatest([before?.change ?? 'none', ...changes.map(({ change }) => change)]);
  const isRaised = before !== undefined && before.version !== version;
  const record = {
    version,
    change: isRaised ? /** @type {const} */ ('none') : sinceVersion,
    exports: recorded,
    types,
  };
  return { record, changes, sinceVersion };
}

/** @param {Exported} current @param {Table} table @param {Exported | undefined} old @param {Table} oldTable @returns {Change} */
function changeOf(current, table, old, oldTable) {
  if (!old) return 'compatible';
  if (old.kind === current.kind && canonical(old.shape, oldTable) === canonical(current.shape, table))
    return 'none';
  return isCompatible(old, oldTable, current, table) ? 'compatible' : 'breaking';
}
