import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Hosts } from '../../support/hosts';
import { expect, test } from '../../support/bank-fixture';
import { repository } from '../../support/repository';
import { withConsumer } from './consumer';
import { applies, signupWords } from './signup-form';

const run = promisify(execFile);

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
};

/** Installs an example as its README.md describes, with the package as npm packs it, and builds it. */
async function buildExample(name: string, folder: string, variables: Record<string, string>) {
  await cp(path.join(repository, 'libs/embed/examples', name), folder, {
    recursive: true,
    filter: (file) => !/\/(node_modules|dist|out|\.next)$/.test(file),
  });
  await withConsumer(async ({ archive }) => writeFile(path.join(folder, 'embed.tgz'), await archive()));
  const file = path.join(folder, 'package.json');
  const manifest = JSON.parse(await readFile(file, 'utf8')) as { dependencies: Record<string, string> };
  manifest.dependencies['@bank/embed'] = 'file:embed.tgz';
  await writeFile(file, JSON.stringify(manifest));
  const env = { ...process.env, ...variables, NEXT_TELEMETRY_DISABLED: '1' };
  await run('npm', ['install', '--no-audit', '--no-fund'], { cwd: folder, env });
  await run('npm', ['run', 'build'], { cwd: folder, env });
}

/** Serves the built files below a path of the partner's site. */
async function serve(hosts: Hosts, folder: string, below: string) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((each) => each.isFile())) {
    const file = path.join(entry.parentPath, entry.name);
    const type = types[path.extname(file)];
    if (!type) continue;
    const address = `${below}/${path.relative(folder, file)}`;
    const html = await readFile(file, 'utf8');
    for (const at of [address, address.replace(/index\.html$/, '')])
      hosts.put(at, { html, headers: { 'Content-Type': type } });
  }
}

for (const [name, prefix, built] of [
  ['next', 'NEXT_PUBLIC_BANK', 'out'],
  ['vite', 'VITE_BANK', 'dist'],
] as const)
  test(
    `the example of ${name} builds, and what it shows works`,
    { tag: '@matrix' },
    async ({ page, bank, hosts }) => {
      test.setTimeout(300_000);
      const folder = await mkdtemp(path.join(os.tmpdir(), `bank-example-${name}-`));
      try {
        const [origin, key, base] = [`${prefix}_ORIGIN`, `${prefix}_KEY`, `/${name}`];
        await buildExample(name, folder, { [origin]: bank.embedUrl, [key]: hosts.key, BASE_PATH: base });
        await serve(hosts, path.join(folder, built), base);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
      await page.goto(`${hosts.origin}/${name}/`);
      await page.getByRole('button', { name: 'Poser une question' }).click();
      const chat = page.frameLocator('iframe[title="Assistant Bank PCS"]');
      await expect(chat.getByRole('textbox', { name: 'Votre message' })).toBeFocused();
      await expect(page.locator('bank-signup')).toBeVisible();
      if (name === 'next') return;
      await page.reload();
      const frame = await applies(page, 'fr');
      const status = page.locator('bank-application-status');
      await expect(status).toBeVisible();
      await expect(frame.getByRole('button', { name: signupWords('fr').goOn })).toBeVisible();
    },
  );
