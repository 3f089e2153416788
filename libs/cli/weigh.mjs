import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { gzipSync } from 'node:zlib';
import { listTargets } from './targets.mjs';

/**
 * Checks the size of each built remote's entry, which is loaded before anything else of the remote. With `--all` a remote
 * that is not built fails the check; otherwise it is only listed.
 */

/** Gzip, bytes. */
const MOST = 9_000;

/** @param {import('./targets.mjs').Target} target @returns {{ bytes: number } | undefined} */
function weigh({ folder }) {
  const dist = path.join(folder, 'dist');
  const manifest = path.join(dist, 'remote.json');
  if (!fs.existsSync(manifest)) return undefined;
  const { entry } = JSON.parse(fs.readFileSync(manifest, 'utf8'));
  return { bytes: gzipSync(fs.readFileSync(path.join(dist, entry)), { level: 9 }).length };
}

let failed = false;
for (const target of listTargets().filter(({ name }) => name.startsWith('remotes/'))) {
  const weighed = weigh(target);
  const isFine = weighed ? weighed.bytes <= MOST : !process.argv.includes('--all');
  failed ||= !isFine;
  const words = weighed ? `${weighed.bytes} of ${MOST} bytes, gzip` : 'not built: npm run build';
  console.log(`${isFine ? '' : 'Too much. '}The entry of ${target.name}: ${words}`);
}
process.exitCode = failed ? 1 : 0;
