import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { filesOf, isRemoteName } from '../create-remote/files.mjs';
import { ROOT } from './paths.mjs';
import { CliError, explain } from './progress.mjs';

const USAGE = 'npm run new -- <name>, such as savings-goals: small letters, digits and dashes.';

/** Creates a remote that can be built, tested and shipped at once. */
async function scaffold() {
  const { values, positionals } = parseArgs({
    options: { into: { type: 'string', default: 'remotes' } },
    allowPositionals: true,
  });
  const [name = ''] = positionals;
  if (positionals.length !== 1 || !isRemoteName(name)) throw new CliError(USAGE);
  const folder = path.resolve(ROOT, values.into, name);
  if (fs.existsSync(folder)) throw new CliError(`${path.relative(ROOT, folder)} is there already.`);
  const depth = `${path.relative(folder, ROOT)}/`;
  for (const [file, content] of Object.entries(filesOf(name, depth))) {
    const target = path.join(folder, file);
    fs.mkdirSync(path.dirname(target), { recursive: true });
    fs.writeFileSync(target, content);
  }
  // `--into` may name a folder that the formatter leaves alone.
  const format = [path.join(ROOT, 'node_modules/oxfmt/bin/oxfmt'), '--no-error-on-unmatched-pattern', folder];
  execFileSync(process.execPath, format, { cwd: ROOT });
  if (values.into === 'remotes') {
    addToLock(name);
    addOwner(name);
  }
  return { name, folder: path.relative(ROOT, folder) };
}

/** `npm ci` refuses a lock file that lacks a workspace. @param {string} name */
function addToLock(name) {
  const file = path.join(ROOT, 'package-lock.json');
  const lock = JSON.parse(fs.readFileSync(file, 'utf8'));
  lock.packages[`node_modules/@bank/remote-${name}`] = { resolved: `remotes/${name}`, link: true };
  lock.packages[`remotes/${name}`] = { name: `@bank/remote-${name}`, version: '0.1.0' };
  const order = Object.keys(lock.packages).sort((left, right) => left.localeCompare(right, 'en'));
  lock.packages = Object.fromEntries(order.map((key) => [key, lock.packages[key]]));
  fs.writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
}

/**
 * Each remote has owners (tests/rules/owners.test.ts): until its team is named there, those of the platform.
 * @param {string} name
 */
function addOwner(name) {
  const file = path.join(ROOT, '.github/CODEOWNERS');
  const lines = fs.readFileSync(file, 'utf8').split('\n');
  const last = lines.findLastIndex((line) => line.startsWith('/remotes/'));
  lines.splice(last + 1, 0, `/remotes/${name}/`.padEnd(24) + ' @bank-pcs/platform');
  fs.writeFileSync(file, lines.join('\n'));
}

try {
  const { name, folder } = await scaffold();
  console.log(`${folder} is made: a screen at /${name}, its texts, a test and a story in /_ui.

  npm run dev -- ${name}        hot reload inside the shells
  npx jest ${folder}       its test
  npm run ship -- ${name} --dry-run

Name your team as its owner in .github/CODEOWNERS. The handbook is remotes/README.md.`);
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
}
