import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { ROOT } from '../../../libs/cli/paths.mjs';
import { CliError } from '../../../libs/cli/progress.mjs';

const git = (/** @type {string[]} */ ...args) =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();
const linkAll = (/** @type {string} */ from, /** @type {string} */ to) => {
  fs.mkdirSync(to, { recursive: true });
  for (const name of fs.readdirSync(from)) {
    if (name !== '@bank') fs.symlinkSync(path.join(from, name), path.join(to, name));
  }
};

/** The commit before the last one that added a migration. @throws CliError without the history */
function beforeLastMigration() {
  const last = git('log', '-1', '--diff-filter=A', '--format=%H', '--', 'bff/migrations/*-*.ts');
  try {
    return git('rev-parse', `${last}^`);
  } catch {
    throw new CliError(
      'The version before has to be built: fetch the history (git fetch --unshallow), or name it (ROLLING_FROM).',
    );
  }
}

/**
 * Builds the server of an earlier commit, with its own libraries and this one's packages and pages.
 * @param {string} folder an empty one, which becomes its root
 * @param {string} [commit] or the one before the last migration
 * @returns {{ root: string, commit: string, migrations: number }} how many migrations it lacks
 */
export function buildEarlier(folder, commit = beforeLastMigration()) {
  fs.mkdirSync(folder, { recursive: true });
  const archive = path.join(folder, 'earlier.tar');
  git('archive', '--output', archive, commit);
  execFileSync('tar', ['-xf', archive, '-C', folder]);
  fs.rmSync(archive);
  linkAll(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
  // Links to folders of the repository, which are relative: they lead to the earlier ones.
  fs.cpSync(path.join(ROOT, 'node_modules/@bank'), path.join(folder, 'node_modules/@bank'), {
    recursive: true,
    verbatimSymlinks: true,
  });
  for (const part of ['bff', 'hosts', 'remotes', 'libs'].flatMap(partsOf)) {
    const own = path.join(ROOT, part, 'node_modules');
    if (fs.existsSync(own) && fs.existsSync(path.join(folder, part)))
      linkAll(own, path.join(folder, part, 'node_modules'));
    const pages = path.join(ROOT, part, 'dist');
    if (part !== 'bff' && fs.existsSync(pages) && fs.existsSync(path.join(folder, part)))
      fs.symlinkSync(pages, path.join(folder, part, 'dist'));
  }
  execFileSync(process.execPath, ['libs/cli/build.mjs', 'bff'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const known = new Set(migrationsOf(folder));
  return { root: folder, commit, migrations: migrationsOf(ROOT).filter((name) => !known.has(name)).length };
}

const migrationsOf = (/** @type {string} */ root) =>
  fs.readdirSync(path.join(root, 'bff/migrations')).filter((name) => /^\d+-/.test(name));

/** @param {string} name a part with packages of its own, or a folder of such parts */
const partsOf = (name) =>
  name === 'bff' ? [name] : fs.readdirSync(path.join(ROOT, name)).map((each) => path.join(name, each));
