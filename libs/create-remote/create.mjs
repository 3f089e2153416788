#!/usr/bin/env node
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { isRemoteName } from './files.mjs';
import { outsideFilesOf } from './outside-files.mjs';

/** `npm create @bank/remote <name>`: a repository with one remote, its packages installed, ready for `npm run ship`. */

const USAGE = 'npm create @bank/remote <name>, such as savings-goals: small letters, digits and dashes.';

function create() {
  const [name = '', ...more] = process.argv.slice(2);
  if (more.length > 0 || !isRemoteName(name)) return USAGE;
  const folder = path.resolve(name);
  if (fs.existsSync(folder)) return `${name} is there already.`;
  const versions = JSON.parse(fs.readFileSync(new URL('./versions.json', import.meta.url), 'utf8'));
  for (const [file, content] of Object.entries(outsideFilesOf(name, versions, registryOfBank()))) {
    const target = path.join(folder, file);
    fs.mkdirSync(path.dirname(target), { recursive: true });
    fs.writeFileSync(target, content);
  }
  const { status } = npm(['install', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'inherit' });
  if (status !== 0) return `${name} is made, and npm install failed in it: run it again there.`;
  console.log(`${name} is made: a screen at /${name}, its texts and a story. Its README.md names the next commands, such as

  cd ${name}
  npm run ship -- --canary 10

which needs the address of the bank in SHIP_SERVER and your team's token in DEPLOY_TOKEN.`);
  return undefined;
}

/** The registry of the packages, so that a build server finds them too. */
function registryOfBank() {
  const registry = String(npm(['config', 'get', '@bank:registry'], { encoding: 'utf8' }).stdout).trim();
  return URL.canParse(registry) ? registry : undefined;
}

/** @param {string[]} args @param {import('node:child_process').SpawnSyncOptions} options */
const npm = (args, options) => spawnSync('npm', args, { shell: process.platform === 'win32', ...options });

const problem = create();
if (problem) {
  console.error(problem);
  process.exitCode = 1;
}
