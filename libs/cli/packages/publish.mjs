import process from 'node:process';
import { ROOT } from '../paths.mjs';
import { run } from '../processes.mjs';
import { CliError } from '../progress.mjs';

/**
 * Publishes a package whose version the registry does not have yet.
 * @param {import('./make.mjs').Package} made
 * @param {string} registry its address
 * @returns {Promise<string>} what was done
 * @throws CliError when the registry has other content of this version: who installs it would get that.
 */
export async function publish({ name, version, folder }, registry) {
  const at = ['--registry', registry];
  const known = await run('npm', 'npm', ['view', `${name}@${version}`, 'version', ...at], { cwd: ROOT });
  if (known.code === 0 && known.stdout.trim()) {
    await requireSame(`${name}@${version}`, folder, at);
    return 'is there already';
  }
  const { code, stderr } = await run('npm', 'npm', ['publish', '--loglevel=error', ...at], {
    cwd: folder,
    env: process.env,
  });
  if (code !== 0) throw new CliError(`${name} ${version} cannot be published.\n${stderr}`);
  return 'published';
}

/**
 * By content: an archive differs with the version of npm that packs it.
 * @param {string} published @param {string} folder @param {string[]} at the registry
 */
async function requireSame(published, folder, at) {
  const compared = ['diff', `--diff=${published}`, `--diff=${folder}`, '--diff-name-only'];
  const { code, stdout, stderr } = await run('npm', 'npm', [...compared, ...at], { cwd: ROOT });
  if (code !== 0)
    throw new CliError(`${published} cannot be compared with what the registry has.\n${stderr}`);
  const files = stdout.trim().split('\n').filter(Boolean);
  if (files.length === 0) return;
  throw new CliError(
    `The registry has another ${published} (${files.slice(0, 3).join(', ')}): raise the version, see remotes/README.md.`,
  );
}
