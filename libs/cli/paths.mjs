import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

/** The folder with this library and the others: `libs`, or `node_modules/@bank` where they are installed as packages. */
export const LIBRARIES_DIR = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

/** Whether this is the installed package, in the repository of a team outside the bank's. */
export const IS_PACKAGE = path.basename(path.dirname(LIBRARIES_DIR)) === 'node_modules';

/** The repository's root folder; of the installed package, the folder in which its command runs. */
export const ROOT = IS_PACKAGE ? process.cwd() : path.dirname(LIBRARIES_DIR);

/** The folder of the running bank's data, logs and private database. */
export const DATA_DIR = path.resolve(ROOT, process.env.DATA_DIR || '.data');

/** Results that may be thrown away at any time. */
export const CACHE_DIR = path.join(ROOT, '.cache');

export const BFF_MAIN = path.join(ROOT, 'bff/dist/main.js');
export const WORLD_MAIN = path.join(ROOT, 'hosts/world/dist/main.js');
export const BFF_COMMAND = path.join(ROOT, 'bff/dist/command.js');
