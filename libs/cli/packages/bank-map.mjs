import fs from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { ROOT } from '../paths.mjs';

/**
 * The routes that a remote may lead to and the slots that it may fill, as the remotes and shells of this repository declare
 * them: for the types of teams outside it. The bank that a team ships to has the last word (the checks of `ship`).
 */

/** @typedef {{ routes: { path: string, aliases?: string[] }[], nav: { path: string }[], provides?: string[] }} Manifest */

function declared() {
  const read = (/** @type {string} */ file) => JSON.parse(fs.readFileSync(path.join(ROOT, file), 'utf8'));
  const below = (/** @type {string} */ parent, /** @type {string} */ file) =>
    fs
      .readdirSync(path.join(ROOT, parent))
      .map((name) => `${parent}/${name}/${file}`)
      .filter((name) => fs.existsSync(path.join(ROOT, name)))
      .map(read);
  /** @type {Manifest[]} */
  const remotes = below('remotes', 'remote.json');
  /** @type {{ slots?: string[] }[]} */
  const hosts = below('hosts', 'package.json');
  const sorted = (/** @type {string[]} */ names) => [...new Set(names)].sort();
  return {
    routes: sorted(
      remotes.flatMap(({ routes }) => routes.flatMap(({ path: to, aliases = [] }) => [to, ...aliases])),
    ),
    slots: sorted([
      ...hosts.flatMap(({ slots = [] }) => slots),
      ...remotes.flatMap(({ provides = [], nav }) => [
        ...provides,
        ...nav.map(({ path: to }) => `nav:${to}`),
      ]),
    ]),
  };
}

/** The module `@bank/contracts/bank-map`, and its types. */
export function bankMap() {
  const { routes, slots } = declared();
  const list = (/** @type {string[]} */ names) => `[\n${names.map((name) => `  '${name}',`).join('\n')}\n]`;
  return {
    module: `export const bankRoutes = ${list(routes)};\nexport const bankSlots = ${list(slots)};\n`,
    types: `/** Every route of the bank's own remotes, with its aliases. */
export declare const bankRoutes: readonly ${list(routes)};
export type BankRoute = (typeof bankRoutes)[number];
/** Every slot that the shells and the bank's own remotes draw. */
export declare const bankSlots: readonly ${list(slots)};
export type BankSlot = (typeof bankSlots)[number];
`,
  };
}

/**
 * The JSON Schema of a `remote.json` that is shipped from outside: it knows the slots, and the routes of `uses`.
 * @param {import('zod').ZodType} remoteManifest of `@bank/contracts/remotes`
 */
export function manifestSchema(remoteManifest) {
  const { routes, slots } = declared();
  const schema = /** @type {any} */ (z.toJSONSchema(remoteManifest, { io: 'input' }));
  schema.properties.uses.items = { enum: routes };
  // A remote may fill what it draws itself, which it names in `provides`: those names are not known here.
  schema.properties.slots.items.properties.slot = { anyOf: [{ enum: slots }, { type: 'string' }] };
  return schema;
}
