import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

/** The repository's root folder. */
export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

/** Where the running bank keeps its data, logs and private database. */
export const DATA_DIR = path.resolve(ROOT, process.env.DATA_DIR || '.data');

/** Results that may be thrown away at any time. */
export const CACHE_DIR = path.join(ROOT, '.cache');

export const BFF_MAIN = path.join(ROOT, 'bff/dist/main.js');
export const WORLD_MAIN = path.join(ROOT, 'hosts/world/dist/main.js');
export const BFF_COMMAND = path.join(ROOT, 'bff/dist/command.js');
