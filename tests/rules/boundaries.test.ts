import { spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** Small repositories to check the rules: one that obeys them, and one that breaks each in a separate file. */
const script = path.resolve(__dirname, '../../libs/cli/boundaries.mjs');
const folders = [
  'libs/contracts',
  'libs/i18n',
  'libs/ui',
  'libs/client',
  'libs/embed',
  'libs/frame',
  'remotes/cards',
  'remotes/support',
  'hosts/shell',
  'hosts/back-office',
  'hosts/world',
  'bff',
  'bff/src/platform/http',
  'bff/src/platform/audit',
  'bff/src/people/users',
  'bff/src/money/ledger',
  'bff/src/money/newcomer',
  'bff/src/seed',
  'libs/client/http',
  'libs/client/forms',
  'libs/ui/newcomer',
];

const lawful: [file: string, request: string][] = [
  ['libs/i18n/lawful.ts', '@bank/contracts/thing'],
  ['libs/ui/lawful.tsx', '@bank/i18n/thing'],
  ['libs/client/lawful.ts', '@bank/ui/thing'],
  ['libs/embed/lawful.ts', '@bank/contracts/thing'],
  ['libs/frame/lawful.ts', '@bank/contracts/thing'],
  ['remotes/cards/lawful.ts', '@bank/client/thing'],
  ['hosts/shell/lawful.ts', '@bank/client/thing'],
  ['hosts/world/lawful.ts', '@bank/contracts/thing'],
  ['bff/lawful.ts', '@bank/contracts/thing'],
  ['libs/client/forms/lawful.ts', '../http/thing'],
  ['bff/src/platform/audit/lawful.ts', '../http/thing'],
  ['bff/src/money/ledger/lawful.ts', '../../people/users/thing'],
];

const unlawful: [what: string, file: string, request: string, rule: string][] = [
  [
    'a contract that imports a screen',
    'libs/contracts/a.ts',
    '@bank/ui/thing',
    'contracts-imports-nothing-above',
  ],
  ['the same by its path', 'libs/contracts/b.ts', '../client/thing', 'contracts-imports-nothing-above'],
  ['texts that import a component', 'libs/i18n/a.ts', '@bank/ui/thing', 'i18n-imports-nothing-above'],
  ['a component that calls the server', 'libs/ui/a.tsx', '@bank/client/thing', 'ui-imports-nothing-above'],
  [
    'the client importing a remote',
    'libs/client/a.ts',
    '@bank/remote-cards/thing',
    'client-imports-nothing-above',
  ],
  ['the loader importing a component', 'libs/embed/a.ts', '@bank/ui/thing', 'embed-imports-contracts-only'],
  [
    'a frame’s start importing the client',
    'libs/frame/a.ts',
    '@bank/client/thing',
    'frame-imports-contracts-only',
  ],
  [
    'a remote importing another',
    'remotes/cards/a.ts',
    '@bank/remote-support/thing',
    'remote-imports-no-other-remote',
  ],
  ['a remote importing a host', 'remotes/cards/b.ts', '@bank/shell/thing', 'nothing-imports-a-host'],
  ['a remote importing the server', 'remotes/cards/c.ts', '@bank/bff/thing', 'front-imports-no-server'],
  ['a host importing a remote', 'hosts/shell/a.ts', '../../remotes/cards/thing', 'host-imports-no-remote'],
  ['a host importing another', 'hosts/shell/b.ts', '@bank/back-office/thing', 'host-imports-no-other-host'],
  ['the world importing a component', 'hosts/world/a.ts', '@bank/ui/thing', 'world-imports-contracts-only'],
  ['the world importing the server', 'hosts/world/b.ts', '@bank/bff/thing', 'world-imports-contracts-only'],
  ['the server importing a component', 'bff/a.ts', '@bank/ui/thing', 'bff-imports-contracts-only'],
  [
    'a module importing one above it',
    'bff/src/platform/http/a.ts',
    '../audit/thing',
    'platform-http-imports-nothing-above',
  ],
  [
    'a layer importing one above it',
    'bff/src/people/users/a.ts',
    '../../money/ledger/thing',
    'people-users-imports-nothing-above',
  ],
  [
    'a folder importing one above it',
    'libs/client/http/a.ts',
    '../forms/thing',
    'client-http-imports-nothing-above',
  ],
  ['a folder without a floor', 'libs/ui/newcomer/a.ts', '@bank/i18n/thing', 'every-folder-has-a-place'],
  [
    'a module that no order names',
    'bff/src/money/newcomer/a.ts',
    '../ledger/thing',
    'every-module-has-a-place',
  ],
  [
    'what runs importing the seed',
    'bff/src/money/ledger/a.ts',
    '../../seed/thing',
    'nothing-imports-the-seed',
  ],
  ['an import that leads nowhere', 'bff/b.ts', './absent', 'import-resolves'],
  ['two files that import each other', 'libs/ui/one.ts', './two', 'no-cycle'],
];

const roots: string[] = [];

afterAll(() => roots.forEach((root) => rmSync(root, { recursive: true, force: true })));

/** Writes the files, each with its one import, and returns the violations. */
function check(files: Record<string, string>) {
  const root = mkdtempSync(path.join(os.tmpdir(), 'boundaries-'));
  roots.push(root);
  mkdirSync(path.join(root, 'node_modules/@bank'), { recursive: true });
  for (const folder of folders) {
    const name = folder.startsWith('remotes/') ? `remote-${path.basename(folder)}` : path.basename(folder);
    mkdirSync(path.join(root, folder), { recursive: true });
    // Only packages have a name; folders of one layer or library may be called like those of another.
    if (folder.split('/').length <= 2)
      symlinkSync(path.join(root, folder), path.join(root, 'node_modules/@bank', name));
    writeFileSync(path.join(root, folder, 'thing.ts'), 'export const thing = 1;\n');
  }
  for (const [file, text] of Object.entries(files)) writeFileSync(path.join(root, file), text);
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, root], { encoding: 'utf8' });
  return { status, output: stdout + stderr };
}

const importing = (request: string) => `import { thing } from '${request}';\nexport const other = thing;\n`;

test('the lawful directions pass', () => {
  const files = Object.fromEntries(lawful.map(([file, request]) => [file, importing(request)]));
  const modules = folders.length + lawful.length;
  expect(check(files)).toEqual({ status: 0, output: `0 violations among ${modules} files\n` });
});

describe('refused:', () => {
  let output = '';

  beforeAll(() => {
    const answer = check({
      ...Object.fromEntries(unlawful.map(([, file, request]) => [file, importing(request)])),
      'libs/ui/two.ts': importing('./one'),
      'libs/contracts/type.ts': `import type { thing } from '@bank/ui/thing';\nexport type Other = typeof thing;\n`,
    });
    expect(answer.status).toBe(1);
    output = answer.output;
  });

  test.each(unlawful)('%s', (_what, file, _request, rule) => {
    expect(output).toContain(`${rule}: ${file} →`);
  });

  test('an upward import of a type alone', () => {
    expect(output).toContain('contracts-imports-nothing-above: libs/contracts/type.ts →');
  });
});

test('no script or build recipe in libs imports from outside of libs', () => {
  const libs = path.resolve(__dirname, '../../libs');
  const scripts = readdirSync(libs, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.m?js$/.test(file) && !/(^|\/)(dist|node_modules)\//.test(file),
  );
  const outside = scripts.filter((file) => {
    const imported = readFileSync(path.join(libs, file), 'utf8').matchAll(/from '(\.[^']*)'/g);
    return [...imported].some(([, request = '']) => path.join(file, '..', request).startsWith('..'));
  });
  expect(scripts.length).toBeGreaterThan(20);
  expect(outside).toEqual([]);
});
