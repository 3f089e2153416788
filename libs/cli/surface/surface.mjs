import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { hashOfFiles } from '../inputs.mjs';
import { CACHE_DIR, IS_PACKAGE } from '../paths.mjs';
import { CliError } from '../progress.mjs';
import { nextRecord, readRecord } from './record.mjs';

/**
 * What the shared libraries offer, as their sources stand.
 *
 * @typedef {import('./record.mjs').Described & { version: string }} Library
 */

const INPUTS = [
  'libs/contracts',
  'libs/i18n',
  'libs/ui',
  'libs/client',
  'libs/cli/surface',
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.base.json',
];

/** Names the state of everything that a surface is read from. */
export const surfaceKey = () => hashOfFiles(INPUTS);

/**
 * The content of a file of the cache, if it was computed for this key.
 * @param {string} file
 * @param {string} key
 */
export function readCached(file, key) {
  try {
    const cached = JSON.parse(fs.readFileSync(path.join(CACHE_DIR, file), 'utf8'));
    return cached.key === key ? cached.content : undefined;
  } catch {
    return undefined;
  }
}

/** @param {string} file @param {string} key @param {unknown} content */
export function writeCached(file, key, content) {
  fs.mkdirSync(CACHE_DIR, { recursive: true });
  // Builds may compute it at once: none may read half a file.
  const partial = path.join(CACHE_DIR, `${file}.${process.pid}`);
  fs.writeFileSync(partial, JSON.stringify({ key, content }));
  fs.renameSync(partial, path.join(CACHE_DIR, file));
}

export const DESCRIBED = 'surface.json';

/**
 * In a process of its own where the sources changed: build recipes are synchronous, and load no compiler of types.
 * @returns {{ [library: string]: Library }}
 */
function describedLibraries() {
  const key = surfaceKey();
  const known = readCached(DESCRIBED, key);
  if (known) return known;
  const script = path.join(import.meta.dirname, 'compute.mjs');
  const { stderr } = spawnSync(process.execPath, [script, key], { encoding: 'utf8' });
  const computed = readCached(DESCRIBED, key);
  if (!computed) throw new CliError(`The surface of the shared libraries cannot be read.\n${stderr}`);
  return computed;
}

/** The records that the installed packages were made with. */
const packedRecords = () =>
  ['i18n', 'ui', 'client'].flatMap((library) => {
    const record = readRecord(library);
    if (!record) throw new CliError(`@bank/${library} has no surface.json: install it again.`);
    const change = /** @type {const} */ ('none');
    return [{ library, version: record.version, before: record, record, changes: [], sinceVersion: change }];
  });

/** Each library's record as it would be written now, beside the stored one. */
export const currentRecords = () => (IS_PACKAGE ? packedRecords() : describedRecords());

const describedRecords = () =>
  Object.entries(describedLibraries()).map(([library, { version, ...described }]) => {
    const before = readRecord(library);
    return { library, version, before, ...nextRecord(library, version, described, before) };
  });

/**
 * The tokens of every value that the shared libraries export, by module and export; the current one first.
 * @returns {{ [module: string]: { [name: string]: string[] } }}
 */
export function currentTokens() {
  /** @type {{ [module: string]: { [name: string]: string[] } }} */
  const modules = {};
  for (const { library, record } of currentRecords()) {
    for (const [key, { tokens }] of Object.entries(record.exports)) {
      const [entry = '', name = ''] = key.split('#');
      if (tokens) (modules[`@bank/${library}/${entry}`] ??= {})[name] = tokens;
    }
  }
  return modules;
}
