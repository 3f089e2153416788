import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import webpack from 'webpack';
import { repository } from '../../support/repository';
import { chatIn, expect, test } from './host-fixture';

const run = promisify(execFile);

/** A partner's own application, which knows the package alone. */
const application = `
import { StrictMode, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { loadBank } from '@bank/embed';
import { BankChat, type BankHandle } from '@bank/embed/react';

const { origin = '', partner = '' } = document.documentElement.dataset;
const told: unknown[] = [];
Object.assign(window, { told, loadBank });

function Application() {
  const chat = useRef<BankHandle>(null);
  const [locale, speak] = useState<string | undefined>('en');
  const [shown, show] = useState(true);
  return (
    <main>
      <h1>React</h1>
      <button onClick={() => chat.current?.open()}>Demander</button>
      <button onClick={() => speak(undefined)}>Français</button>
      <button onClick={() => show((now) => !now)}>Montrer</button>
      {shown && (
        <BankChat
          ref={chat}
          loader={{ origin }}
          partner={partner}
          locale={locale}
          onReady={() => told.push('ready')}
          onOpen={() => told.push('open')}
          onStep={({ step }) => told.push(step)}
          onError={({ code }) => told.push(code)}
        />
      )}
    </main>
  );
}

createRoot(document.getElementById('app')!).render(<StrictMode><Application /></StrictMode>);
`;

/** What any such application has, and nothing of this repository's. */
const settings = {
  compilerOptions: {
    ...{ target: 'es2022', lib: ['es2022', 'dom'], module: 'esnext', moduleResolution: 'bundler' },
    ...{ jsx: 'react-jsx', strict: true, types: [], outDir: 'out' },
  },
  files: ['application.tsx'],
};

/** The packed package in a folder elsewhere, as an installation leaves it, beside what its reader has already. */
async function installedIn(folder: string) {
  const packed = await run('npm', ['pack', '--json', '--pack-destination', folder], {
    cwd: path.join(repository, 'libs/embed'),
  });
  const [{ filename, files }] = JSON.parse(packed.stdout.slice(packed.stdout.indexOf('['))) as [
    { filename: string; files: { path: string }[] },
  ];
  const modules = path.join(folder, 'node_modules');
  await mkdir(path.join(modules, '@bank/embed'), { recursive: true });
  await run('tar', ['-xzf', filename, '--strip-components=1', '-C', 'node_modules/@bank/embed'], {
    cwd: folder,
  });
  await mkdir(path.join(modules, '@types'));
  for (const name of ['react', 'react-dom', '@types/react', '@types/react-dom'])
    await symlink(path.join(repository, 'node_modules', name), path.join(modules, name));
  return files.map((file) => file.path);
}

/** Type-checks the application, and answers it as one script. */
async function builtIn(folder: string) {
  await writeFile(path.join(folder, 'application.tsx'), application);
  await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify(settings));
  await run(process.execPath, [path.join(repository, 'node_modules/typescript7/bin/tsc'), '-p', folder]);
  const compiler = webpack({
    mode: 'development',
    devtool: false,
    context: folder,
    entry: './out/application.js',
    output: { path: folder, filename: 'page.js' },
  });
  await new Promise<void>((resolve, reject) =>
    compiler.run((error, stats) =>
      error || stats?.hasErrors() ? reject(error ?? new Error(stats?.toString('errors-only'))) : resolve(),
    ),
  );
  return readFile(path.join(folder, 'page.js'), 'utf8');
}

test('the React component of the package, in an application of somebody else’s', async ({
  page,
  hosts,
  bank,
}) => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'bank-consumer-'));
  try {
    expect((await installedIn(folder)).sort()).toEqual([
      'LIFECYCLE.md',
      'dist/package/index.d.ts',
      'dist/package/index.js',
      'dist/package/react.d.ts',
      'dist/package/react.js',
      'package.json',
    ]);
    hosts.put('/page.js', {
      html: await builtIn(folder),
      headers: { 'Content-Type': 'text/javascript; charset=utf-8' },
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  hosts.put(
    '/react',
    `<!doctype html><html lang="fr" data-origin="${bank.embedUrl}" data-partner="${hosts.key}"><meta charset="utf-8"><title>Hôte</title><div id="app"></div><script src="/page.js"></script></html>`,
  );
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  const loads: string[] = [];
  page.on('request', (request) => request.url().includes('/embed/') && loads.push(request.url()));
  await page.goto(`${hosts.origin}/react`);
  const { launcher, frame, panel } = chatIn(page);
  const told = () => page.evaluate(() => (window as unknown as { told: string[] }).told);

  // StrictMode mounts twice: one script, one launcher, each event once.
  await expect(page.getByRole('button', { name: 'Bank PCS Assistant' })).toHaveCount(1);
  expect(loads).toEqual([`${bank.embedUrl}/embed/v1/loader.js`]);
  await page.getByRole('button', { name: 'Français' }).click();
  await expect(launcher).toHaveCount(1);
  await page.getByRole('button', { name: 'Demander' }).click();
  await expect(frame.getByRole('textbox', { name: 'Votre message' })).toBeFocused();
  await page.keyboard.type('mes cartes');
  await page.keyboard.press('Enter');
  await expect.poll(told).toEqual(['ready', 'open', 'conversation']);

  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  const show = page.getByRole('button', { name: 'Montrer' });
  await show.click();
  await expect(launcher).toHaveCount(0);
  await expect(page.locator('iframe')).toHaveCount(0);
  // The loader is here already: the new element is as good as the first.
  await show.click();
  await expect(launcher).toHaveCount(1);
  await expect.poll(told).toEqual(['ready', 'open', 'conversation', 'ready']);
  expect(complaints).toEqual([]);

  // A load that fails is told, and can be tried again.
  await page.route('**/embed/v1/loader.js', (route) => route.abort(), { times: 1 });
  await page.goto(`${hosts.origin}/react`);
  await expect.poll(told).toContain('unavailable');
  await expect(launcher).toHaveCount(0);
  await page.evaluate(
    (origin) => (window as unknown as { loadBank: (choice: object) => Promise<void> }).loadBank({ origin }),
    bank.embedUrl,
  );
  await expect(page.getByRole('button', { name: 'Bank PCS Assistant' })).toHaveCount(1);
});
