import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { repository } from '../support/repository';
import { builtManifest } from '../../bff/src/front/releases/built-manifest';
import { outsideFilesOf } from '../../libs/create-remote/outside-files.mjs';

/**
 * The packages for teams outside this repository, laid out as an installation does. Packages of others are found in the
 * folders above; tests/web/outside.spec.ts installs all of them from a registry.
 */
const team = path.join(repository, '.cache', `outside-${process.pid}`);
const installed = path.join(team, 'node_modules/@bank');
const read = (file: string) => readFileSync(path.join(team, file), 'utf8');
const readJson = <T>(file: string) => JSON.parse(read(file)) as T;
const node = (args: string[], cwd = team) =>
  execFileSync(process.execPath, args, { cwd, encoding: 'utf8', stdio: 'pipe', timeout: 100_000 });

interface Manifest {
  name: string;
  version: string;
  exports?: Record<string, string | Record<string, string>>;
  dependencies?: Record<string, string>;
}

beforeAll(() => {
  mkdirSync(team, { recursive: true });
  node(['libs/cli/packages.mjs', '--into', installed], repository);
  const versions = readJson<Record<string, string>>('node_modules/@bank/create-remote/versions.json');
  for (const [file, content] of Object.entries(
    outsideFilesOf('savings', versions, 'http://registry.test/'),
  )) {
    mkdirSync(path.dirname(path.join(team, file)), { recursive: true });
    writeFileSync(path.join(team, file), content);
  }
}, 120_000);
afterAll(() => rmSync(team, { recursive: true, force: true }));

const packages = ['contracts', 'i18n', 'ui', 'client', 'cli', 'create-remote'];

it.each(packages)(
  '@bank/%s has every file that it names, and exact versions of all that it needs',
  (name) => {
    const { exports = {}, dependencies = {} } = readJson<Manifest>(`node_modules/@bank/${name}/package.json`);
    const targets = Object.values(exports).flatMap((target) =>
      typeof target === 'string' ? [target] : Object.values(target),
    );
    const named = targets.filter((target) => !target.includes('*'));
    expect(named.filter((target) => !existsSync(path.join(installed, name, target)))).toEqual([]);
    expect(Object.values(dependencies).filter((version) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
    const files = readdirSync(path.join(installed, name), { recursive: true, encoding: 'utf8' });
    // No sources, no tests, and nothing of the server's.
    expect(files.filter((file) => /(?<!\.d)\.tsx?$|\.test\.|^rails\/|database-address/.test(file))).toEqual(
      [],
    );
  },
);

it('its recipe for continuous integration names the registry of the packages to npm, and the token', () => {
  const text = read('.github/workflows/remote.yml');
  const set = [...text.matchAll(/setup-node@v\d+\n +with: (\{.*\})/g)].map(([, values]) => values);
  expect(set).toEqual(
    Array(2).fill(`{ node-version: 22, cache: npm, registry-url: 'http://registry.test/', scope: '@bank' }`),
  );
  expect(text).toContain('NODE_AUTH_TOKEN: ${{ secrets.NPM_TOKEN }}');
});

interface Built {
  name: string;
  surface: Record<string, Record<string, string>>;
  prerendered: { libraries: string; pages: Record<string, { files: Record<string, { plain: string }> }> };
}

function built(): Built {
  const program = `import { buildRelease } from '${installed}/cli/release-build.mjs';
    const { manifest } = await buildRelease(process.cwd());
    console.log(JSON.stringify(manifest));`;
  // A file: the minifier's workers would run a script of the command line once more.
  writeFileSync(path.join(team, 'build.mjs'), program);
  return JSON.parse(node(['build.mjs'])) as Built;
}

it('a remote of their own is type-checked, and built against the surface that the shells offer', () => {
  node([path.join(repository, 'node_modules/typescript7/bin/tsc')]);
  const manifest = built();
  expect(manifest.name).toBe('savings');
  expect(builtManifest.safeParse(manifest).error).toBeUndefined();
  const { exports } = JSON.parse(readFileSync(path.join(repository, 'libs/ui/surface.json'), 'utf8')) as {
    exports: Record<string, { tokens: string[] }>;
  };
  expect(exports['card#Card']?.tokens[0]).toBe(manifest.surface['@bank/ui/card']?.Card);
}, 120_000);

it('its pages are prerendered by the libraries that the shells of this version have', async () => {
  const declared = readJson<object>('remote.json');
  writeFileSync(path.join(team, 'remote.json'), JSON.stringify({ ...declared, prerender: ['savings'] }));
  const { libraries, pages } = built().prerendered;
  writeFileSync(path.join(team, 'remote.json'), JSON.stringify(declared));
  const hash = `import { librariesHash } from './libs/cli/webpack-prerender.mjs'; console.log(librariesHash());`;
  expect(libraries).toBe(node(['--input-type=module', '--eval', hash], repository).trim());
  const html = read(`.cache/releases/${path.basename(team)}/${pages.savings?.files.fr?.plain}`);
  expect(html).toContain('Cet écran attend son contenu.');
}, 120_000);

it('it is served with hot reload by `npm run dev`, and the server ends with its terminal', async () => {
  const server = spawn(process.execPath, [path.join(installed, 'cli/dev-remote.mjs')], { cwd: team });
  const ended = once(server, 'exit');
  let printed = '';
  await new Promise<void>((resolve) =>
    server.stdout.on('data', (text) => {
      printed += String(text);
      if (printed.includes('Open the bank')) resolve();
    }),
  );
  const [, address = ''] = /remote\.savings=(http:\/\/localhost:\d+) /.exec(printed) ?? [];
  expect(await (await fetch(`${address}/remoteEntry.js`)).text()).toContain('bank_savings');
  expect(await (await fetch(`${address}/remote.json`)).json()).toMatchObject({ name: 'savings' });
  server.kill('SIGINT');
  await ended;
  await expect(fetch(address)).rejects.toThrow();
}, 120_000);

it('a route or a slot that the bank does not have is a type error, and so is a value that a call does not return', () => {
  const wrong = [
    ["import type { BankRoute } from '@bank/contracts/bank-map'", "'/no-such-page' satisfies BankRoute"],
    ["import type { BankSlot } from '@bank/contracts/bank-map'", "'no.such.slot' satisfies BankSlot"],
    ["import type { CardList } from '@bank/contracts/cards'", '({} as CardList).colour'],
  ];
  wrong.forEach(([line, use], at) =>
    writeFileSync(path.join(team, `src/wrong-${at}.ts`), `${line};\nexport const value = ${use};\n`),
  );
  let output = '';
  try {
    node([path.join(repository, 'node_modules/typescript7/bin/tsc'), '--pretty', 'false']);
  } catch (error) {
    output = (error as { stdout: string }).stdout;
  }
  wrong.forEach((_, at) => rmSync(path.join(team, `src/wrong-${at}.ts`)));
  expect(output.match(/src\/wrong-\d\.ts/g)).toEqual(['src/wrong-0.ts', 'src/wrong-1.ts', 'src/wrong-2.ts']);
}, 60_000);
