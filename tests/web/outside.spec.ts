import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { expect, test } from '../support/bank-fixture';
import { startPackageRegistry, type PackageRegistry } from '../support/package-registry';
import { operatorToken } from '../support/release-fixture';
import { repository } from '../support/repository';

/** A team whose repository is not this one: everything that it has comes from the registry of packages. */

interface Step {
  run?: string;
  env?: Record<string, string>;
}

/** Runs a program; a failure carries all that it printed. */
const run = (program: string, args: string[], options: { cwd: string; env: NodeJS.ProcessEnv }) =>
  promisify(execFile)(program, args, options).catch((error: Error & { stdout: string; stderr: string }) => {
    throw new Error(`${error.message}\n${error.stdout}${error.stderr}`);
  });
let folder: string;
let registry: PackageRegistry;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  folder = await mkdtemp(path.join(os.tmpdir(), 'bank-outside-'));
  registry = await startPackageRegistry();
  const env = { ...process.env, ...registry.env };
  await run('npm', ['run', '--silent', 'packages', '--', '--publish'], {
    cwd: repository,
    env,
  });
});
test.afterAll(async () => {
  await registry.stop();
  await rm(folder, { recursive: true, force: true });
});

/** A program that only notes its last argument, in place of GitHub's. */
async function fakeGitHub(into: string): Promise<string> {
  const bin = path.join(folder, 'bin');
  await mkdir(bin, { recursive: true });
  await writeFile(path.join(bin, 'gh'), `#!/bin/sh\nfor last; do :; done\nprintf '%s' "$last" > ${into}\n`);
  await chmod(path.join(bin, 'gh'), 0o755);
  return `${bin}:${process.env.PATH}`;
}

const uses = `
import { bankRoutes, type BankRoute, type BankSlot } from '@bank/contracts/bank-map';
import type { CardList } from '@bank/contracts/cards';
import { api } from '@bank/client/api';

export const help = '/faq' satisfies BankRoute;
export const place = 'overview.quick-actions' satisfies BankSlot;
// @ts-expect-error no remote has this route
export const nowhere = '/no-such-page' satisfies BankRoute;
// @ts-expect-error nothing draws this slot
export const unknown = 'overview.no-such-place' satisfies BankSlot;
export const read = async () => (await api.get<CardList>('/carte')).cards.map(({ id }) => id);
// @ts-expect-error a card has no such value
export const wrong = async () => (await api.get<CardList>('/carte')).cards.map(({ colour }) => colour);
export const count = bankRoutes.length;
`;

test(
  'from an empty folder, two commands lead to a canary of a running bank',
  { tag: '@matrix' },
  async ({ bank, browser }) => {
    test.setTimeout(600_000);
    const empty = path.join(folder, 'team');
    await mkdir(empty);
    const env = {
      ...process.env,
      ...registry.env,
      SHIP_SERVER: bank.shellUrl,
      DEPLOY_TOKEN: await operatorToken(bank),
      // Of `npm test` itself, which npm would hand on to its own children.
      npm_lifecycle_event: '',
    };
    const startedAt = Date.now();
    await run('npm', ['create', '--yes', '@bank/remote', 'savings'], { cwd: empty, env });
    const shipped = await run('npm', ['--prefix', 'savings', 'run', 'ship', '--', '--canary', '99'], {
      cwd: empty,
      env,
    });
    const seconds = Math.round((Date.now() - startedAt) / 1000);
    test.info().annotations.push({ type: 'from nothing to a canary', description: `${seconds} s` });
    expect(shipped.stdout).toMatch(/browser: Each of its screens \(1\) opens[\s\S]* canary 99 %/);
    expect(seconds).toBeLessThan(600);

    await expect(async () => {
      const visitor = await browser.newPage({ locale: 'fr-FR', baseURL: bank.shellUrl });
      await visitor.goto('/savings');
      await expect(visitor.getByText('Cet écran attend son contenu.')).toBeVisible({ timeout: 2_000 });
      await visitor.context().close();
    }).toPass();

    await test.step('types of routes, slots and calls come with the packages', async () => {
      const home = path.join(empty, 'savings');
      await writeFile(path.join(home, 'src/uses.ts'), uses);
      await run('npm', ['run', 'check'], { cwd: home, env });
      await rm(path.join(home, 'src/uses.ts'));
    });

    await test.step('the recipe for continuous integration gives a pull request its preview', async () => {
      const home = path.join(empty, 'savings');
      const text = path.join(home, 'locales/fr.json');
      await writeFile(text, (await readFile(text, 'utf8')).replace('attend son contenu', 'est à relire'));
      const { jobs } = parse(await readFile(path.join(home, '.github/workflows/remote.yml'), 'utf8')) as {
        jobs: Record<string, { steps: Step[] }>;
      };
      const comment = path.join(folder, 'comment');
      const withGitHub = { ...env, PATH: await fakeGitHub(comment), PULL_REQUEST: '7' };
      for (const { run: script } of jobs.preview?.steps ?? [])
        if (script && script !== 'npm ci') await run('bash', ['-ec', script], { cwd: home, env: withGitHub });
      expect(await readFile(comment, 'utf8')).toMatch(
        new RegExp(`^Preview.* ${bank.backOfficeUrl}/admin/preview/savings/0\\.1\\.0-[0-9a-f]{10}$`),
      );
    });

    await test.step('a package that was altered in the registry is not installed', async () => {
      const home = path.join(empty, 'savings');
      await registry.alter('@bank/ui');
      const cache = path.join(folder, 'cache');
      await expect(run('npm', ['ci', '--cache', cache], { cwd: home, env })).rejects.toThrow('EINTEGRITY');
    });
  },
);
