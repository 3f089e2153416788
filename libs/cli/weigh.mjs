import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { gzipSync } from 'node:zlib';
import { ROOT } from './paths.mjs';
import { listTargets } from './targets.mjs';

/**
 * Checks the size of each built remote's entry, which is loaded before anything else of the remote, and of all scripts that
 * a prerendered page loads first. With `--all` a remote that is not built fails the check; otherwise it is only listed.
 */

/** Gzip, bytes. */
const MOST = 9_000;

/**
 * Of the scripts that take a public page over, and of the first scripts of a signed-in page, the shell's included: Brotli,
 * bytes. A public page loads them once it is used or the browser is idle; it starts with an inline script only
 * (bff/src/front/inline-scripts/late-start.ts, measured by tests/web/prerendered.spec.ts). Names contain the hash of a build, so
 * the same scripts may weigh a hundred bytes more after any change: keep at least that distance.
 */
const MOST_OF_A_PAGE = { public: 132_400, 'signed-in': 153_100 };

/** @param {import('./targets.mjs').Target} target @returns {{ bytes: number } | undefined} */
function weigh({ folder }) {
  const dist = path.join(folder, 'dist');
  const manifest = path.join(dist, 'remote.json');
  if (!fs.existsSync(manifest)) return undefined;
  const { entry } = JSON.parse(fs.readFileSync(manifest, 'utf8'));
  return { bytes: gzipSync(fs.readFileSync(path.join(dist, entry)), { level: 9 }).length };
}

/**
 * The customer site's pages of a remote by kind, with the bytes of their first scripts.
 * @param {import('./targets.mjs').Target} target
 */
function weighPages({ folder }) {
  const shell = path.join(ROOT, 'hosts/shell/dist');
  const [own, ofShell] = [path.join(folder, 'dist/remote.json'), path.join(shell, 'host.json')];
  if (!fs.existsSync(own) || !fs.existsSync(ofShell)) return [];
  const { name, audience, entry, preload, prerendered } = JSON.parse(fs.readFileSync(own, 'utf8'));
  const { scripts, inside } = JSON.parse(fs.readFileSync(ofShell, 'utf8'));
  /** @param {string} from @param {string[]} names */
  const bytesOf = (from, names) =>
    names.reduce((sum, file) => sum + fs.statSync(path.join(from, `${file}.br`)).size, 0);
  const bytes = bytesOf(shell, scripts) + bytesOf(path.join(folder, 'dist'), [entry, ...preload.scripts]);
  return [
    ...Object.keys(prerendered?.pages ?? {}).map((page) => ({
      kind: /** @type {const} */ ('public'),
      page,
      bytes,
    })),
    ...(audience === 'signed-in'
      ? [{ kind: /** @type {const} */ ('signed-in'), page: name, bytes: bytes + bytesOf(shell, inside) }]
      : []),
  ];
}

/** @param {boolean} isFine @param {string} words */
function report(isFine, words) {
  if (isFine) console.log(words);
  else console.error(`Too much. ${words}`);
}

let failed = false;
for (const target of listTargets().filter(({ name }) => name.startsWith('remotes/'))) {
  const weighed = weigh(target);
  const isFine = weighed ? weighed.bytes <= MOST : !process.argv.includes('--all');
  failed ||= !isFine;
  const words = weighed ? `${weighed.bytes} of ${MOST} bytes, gzip` : 'not built: npm run build';
  report(isFine, `The entry of ${target.name}: ${words}`);
}
for (const { kind, page, bytes } of listTargets().flatMap(weighPages)) {
  const most = MOST_OF_A_PAGE[kind];
  const isFine = bytes <= most;
  failed ||= !isFine;
  report(isFine, `The scripts of the ${kind} page ${page}: ${bytes} of ${most} bytes, Brotli`);
}
process.exitCode = failed ? 1 : 0;
