import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { runningPrivateDatabase, startPrivateDatabase } from './database.mjs';
import { BFF_COMMAND, DATA_DIR } from './paths.mjs';
import { supervise } from './processes.mjs';
import { CliError } from './progress.mjs';
import { runServerCommands } from './server.mjs';
import { variable } from './variables.mjs';

/** @typedef {{ id: number, secret: string }} Secret */
/** @typedef {'signing' | 'encryption' | 'release'} Kind */

/** @type {Record<Kind, string>} */
const variables = { signing: 'SIGNING_KEY', encryption: 'ENCRYPTION_KEY', release: 'RELEASE_KEY' };
/** @type {Kind[]} */
const kinds = ['signing', 'encryption', 'release'];
const file = path.join(DATA_DIR, 'keys.json');

/** The secrets of a kind, those in use first; without any of their own, releases are signed by the signing secrets.
 * @param {Record<string, string | Secret[]>} keys @param {Kind} kind @returns {Secret[]} */
function secretsOf(keys, kind) {
  const own = keys[kind] ?? keys.signing ?? [];
  return typeof own === 'string' ? [{ id: 1, secret: own }] : own;
}

/** @returns {Record<string, string | Secret[]>} */
function read() {
  if (!fs.existsSync(file)) throw new CliError(`There are no keys in ${DATA_DIR} yet: npm start makes them.`);
  return JSON.parse(fs.readFileSync(file, 'utf8'));
}

/** Replaces the file at once: a server that starts meanwhile reads the one or the other.
 * @param {object} keys */
function write(keys) {
  const draft = `${file}.${process.pid}`;
  const handle = fs.openSync(draft, 'wx', 0o600);
  fs.writeSync(handle, JSON.stringify(keys));
  fs.fsyncSync(handle);
  fs.closeSync(handle);
  fs.renameSync(draft, file);
}

/** @param {Kind[]} chosen @param {(list: Secret[]) => Secret[]} change */
function changeStored(chosen, change) {
  const keys = read();
  for (const kind of chosen) {
    if (variable(variables[kind])) {
      throw new CliError(
        `${variables[kind]} is set: write the ids and secrets there, the one to use first (see README.md).`,
      );
    }
  }
  const changed = Object.fromEntries(chosen.map((kind) => [kind, change(secretsOf(keys, kind))]));
  write({ ...keys, ...changed });
  for (const kind of kinds) {
    const [first, ...others] = secretsOf({ ...keys, ...changed }, kind).map(({ id }) => id);
    console.log(`${kind}: key ${first} in use${others.length > 0 ? `, known: ${others.join(', ')}` : ''}`);
  }
}

/** A new secret that servers know and none uses. @param {Secret[]} list */
function added(list) {
  const id = Math.max(...list.map((each) => each.id)) + 1;
  if (id > 255) throw new CliError('There were 255 keys already.');
  return [...list, { id, secret: randomBytes(32).toString('base64url') }];
}

/** The newest one first. @param {Secret[]} list */
const activated = (list) => [...list].sort((one, other) => other.id - one.id);

async function rewrap() {
  if (!fs.existsSync(BFF_COMMAND)) throw new CliError('The server is not built: npm run build -- bff');
  const url = variable('DATABASE_URL') || runningPrivateDatabase(DATA_DIR);
  const env = { ...process.env, DATA_DIR, DATABASE_URL: url ?? (await startPrivateDatabase(DATA_DIR)).url };
  console.log(await runServerCommands(['keys:rewrap'], env));
}

/**
 * `npm run keys:rotate -- add`, then `activate`, then `rewrap`, each once all servers have been started again; see README.md,
 * _Rotating keys_. Kinds after the step choose some of signing, encryption and release.
 */
async function rotate() {
  const [step = '', ...names] = process.argv.slice(2);
  const chosen = names.length === 0 ? kinds : kinds.filter((kind) => names.includes(kind));
  if (chosen.length === 0 || chosen.length < names.length) throw new CliError(`Keys: ${kinds.join(', ')}.`);
  if (step === 'add') changeStored(chosen, added);
  else if (step === 'activate') changeStored(chosen, activated);
  else if (step === 'rewrap') await rewrap();
  else throw new CliError('Steps: add, activate, rewrap.');
  return 0;
}

void supervise(rotate);
