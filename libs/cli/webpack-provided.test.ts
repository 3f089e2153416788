import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { repository } from '../../tests/support/repository';

/** As a build runs: a process of its own, with the cache that the one before left. */
const program = `
  import webpack from 'webpack';
  import { virtualModules } from './libs/cli/webpack-provided.mjs';
  const [folder, source] = process.argv.slice(1);
  const compiler = webpack({
    mode: 'production',
    context: folder,
    entry: './main.js',
    output: { path: folder + '/dist' },
    cache: { type: 'filesystem', cacheDirectory: folder + '/cache' },
    plugins: [virtualModules({ provided: source })],
  });
  compiler.run((error) => compiler.close(() => process.exit(error ? 1 : 0)));
`;

it('builds a shell again with the modules that it has begun to provide', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'provided-'));
  writeFileSync(path.join(folder, 'main.js'), "import 'virtual:provided';");
  const build = (source: string) => {
    const args = ['--input-type=module', '-e', program, folder, source];
    execFileSync(process.execPath, args, { cwd: repository });
    return readFileSync(path.join(folder, 'dist/main.js'), 'utf8');
  };
  try {
    expect(build("console.log('ui/dialog');")).toContain('ui/dialog');
    const later = build("console.log('ui/dialog', 'ui/use-focus-after');");
    expect(later).toContain('ui/use-focus-after');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
