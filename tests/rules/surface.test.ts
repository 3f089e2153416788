import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { PublishedRemote } from '@bank/contracts/remotes';
import {
  deprecationNotes,
  type HostManifest,
  neededTokens,
  sharedProblems,
  surfaceProblems,
} from '../../bff/src/front/releases/surface-check';
import { isOffered } from '../../libs/client/remotes/offered-surface';
import { federationToken } from '../../libs/cli/surface/tokens.mjs';
import { versionProblem } from '../../libs/cli/surface/versions.mjs';
import { repository } from '../support/repository';

/**
 * Changes planted in the real sources of the shared libraries. A remote was built before each, and uses one export:
 * both checks, the server's when shipping and the shell's own, must refuse it exactly if the change breaks that use.
 */
interface Plant {
  title: string;
  module: string;
  /** The export that the remote uses. */
  uses: string;
  file: string;
  edits: [from: string, to: string][];
}

const plant = (
  title: string,
  target: string,
  file: string | undefined,
  ...edits: [string, string][]
): Plant => {
  const [module = '', uses = ''] = `@bank/${target}`.split('#');
  return { title, module, uses, file: file ?? module, edits };
};

/** The edited file: of the module itself, of another one, or by its path. */
const own = undefined;
const signOut = '  signOut: () => Promise<void>;\n';
const tones = "'neutral' | 'info' | 'success' | 'warning' | 'danger'";

const breaking = [
  plant('a prop renamed', 'ui/alert#Alert', own, [' title?:', ' heading?:']),
  plant('a prop made required', 'ui/dialog#Dialog', own, ['description?: ', 'description: ']),
  plant('a required prop added', 'ui/dialog#Dialog', own, [
    '  title: string;',
    '  title: string; kind: string;',
  ]),
  plant('a prop removed', 'ui/copy-button#CopyButton', own, ['  fullLabel?: string;', '']),
  plant('the type of a prop changed', 'ui/stat#Stat', own, ['  label: string;', '  label: number;']),
  plant('a union of a prop shortened', 'ui/amount#Amount', own, [" | 'display'", '']),
  plant('a union shortened in another file', 'ui/badge#Badge', '@bank/ui/tone', [tones, "'info' | 'danger'"]),
  plant('a property of an option renamed', 'ui/select-field#SelectField', own, [
    '  value: string;',
    '  id: string;',
  ]),
  plant('a callback that is given something else', 'ui/pagination#Pagination', own, [
    'onPage: (page: number',
    'onPage: (page: string',
  ]),
  plant('a callback in a generic type changed', 'ui/data-table#DataTable', own, [
    'cell: (row: Row)',
    'cell: (data: { row: Row })',
  ]),
  plant('a component removed', 'ui/spinner#Spinner', own, [
    'export function Spinner',
    'export function Ring',
  ]),
  plant('a required parameter added', 'i18n/format#formatAmount', own, [
    'formatAmount(value: number, ',
    'formatAmount(value: number, locale: string, ',
  ]),
  plant('a parameter removed', 'i18n/format#formatAmount', own, [
    "formatAmount(value: number, currency = 'EUR')",
    'formatAmount(value: number)',
  ]),
  plant('a parameter narrowed', 'client/download#saveFile', own, [
    'saveFile(file: Blob',
    'saveFile(file: File',
  ]),
  plant('a return type changed', 'client/draft#readDraft', own, [
    'Partial<T> | undefined {',
    'Promise<Partial<T> | undefined> {',
  ]),
  plant('a return type that may be undefined now', 'client/use-idempotency-key#useIdempotencyKey', own, [
    '(request: unknown): string =>',
    '(request: unknown): string | undefined =>',
  ]),
  plant('a field of a hook’s result renamed', 'client/use-url-dialog#useUrlDialog', own, [
    'isOpen: ',
    'opened: ',
  ]),
  plant('a field of a hook’s result of another type', 'client/use-filters#useFilters', own, [
    "page: Number(valueOf('page')) || 1",
    "page: valueOf('page')",
  ]),
  plant('a field of a hook’s result removed', 'client/session#useSession', own, [signOut, '']),
  plant(
    'a field of the data that a hook returns removed',
    'client/session#useSession',
    'libs/contracts/users.ts',
    ['    last_name: z.string(),\n', ''],
  ),
  plant('a method of an object changed', 'client/api#api', own, [
    'get: <T>(path: string',
    'get: <T>(path: URL',
  ]),
  plant('a re-export of a package removed', 'client/query#useQuery', own, ['  useQuery,\n', '']),
  plant('an argument’s key renamed', 'i18n/texts#defineTexts', own, [
    'bundles: { fr: ',
    'bundles: { french: ',
  ]),
  plant('a shared text removed', 'i18n/shared-texts#useSharedTexts', 'libs/i18n/locales/fr.json', [
    '"action.back"',
    '"action.backwards"',
  ]),
];

const honest = [
  plant('an optional prop added', 'ui/alert#Alert', own, [
    ' title?: string;',
    ' title?: string; closable?: boolean;',
  ]),
  plant('a comment changed', 'ui/alert#Alert', own, ['/** ', '/** Changed: ']),
  plant(
    'a type of props renamed',
    'ui/alert#Alert',
    own,
    ['interface AlertProps', 'interface Options'],
    ['}: AlertProps', '}: Options'],
  ),
  plant('an alias written out', 'ui/badge#Badge', own, ['tone?: BadgeTone', `tone?: ${tones} | 'waiting'`]),
  plant('an implementation changed', 'ui/spinner#Spinner', own, [
    'aria-hidden="true"',
    'aria-hidden="true" data-new',
  ]),
  plant(
    'props in another order',
    'ui/stat#Stat',
    own,
    ['  label: string;\n', ''],
    ['  hint?: ReactNode;', '  hint?: ReactNode;\n  label: string;'],
  ),
  plant('a union of a prop extended', 'ui/amount#Amount', own, [" | 'display'", " | 'display' | 'huge'"]),
  plant('a union extended in another file', 'ui/badge#Badge', '@bank/ui/tone', [
    tones,
    `${tones} | 'accent'`,
  ]),
  plant('a prop made optional', 'ui/copy-button#CopyButton', own, ['  done: string;', '  done?: string;']),
  plant('an optional property of an option added', 'ui/select-field#SelectField', own, [
    '  value: string;',
    '  value: string; hint?: string;',
  ]),
  plant('a callback that is given more', 'ui/pagination#Pagination', own, [
    'replace: boolean }',
    'replace: boolean; scroll: boolean }',
  ]),
  plant('an export added', 'client/download#saveFile', own, [
    'export function saveFile',
    'export const added = 1;\nexport function saveFile',
  ]),
  plant('an export removed that is not used', 'client/download#saveFile', own, [
    'export async function download',
    'async function download',
  ]),
  plant('an unused export broken', 'i18n/format#formatAmount', own, [
    'formatSignedAmount(value: number',
    'formatSignedAmount(value: string',
  ]),
  plant('a parameter renamed', 'client/download#saveFile', own, [
    'saveFile(file: Blob, name: string',
    'saveFile(file: Blob, title: string',
  ]),
  plant('an optional parameter added', 'i18n/format#formatAmount', own, [
    "formatAmount(value: number, currency = 'EUR'",
    "formatAmount(value: number, currency = 'EUR', digits = 2",
  ]),
  plant('a parameter widened', 'client/download#saveFile', own, [
    'saveFile(file: Blob',
    'saveFile(file: Blob | string',
  ]),
  plant('a return type narrowed', 'client/draft#readDraft', own, [
    'Partial<T> | undefined {',
    'Partial<T> {',
  ]),
  plant('a field of a hook’s result added', 'client/use-url-dialog#useUrlDialog', own, [
    'isOpen: ',
    'name, isOpen: ',
  ]),
  plant('a method of a hook’s result added', 'client/session#useSession', own, [
    signOut,
    `${signOut}  refresh: () => void;\n`,
  ]),
  plant(
    'a field of the data that a hook returns added',
    'client/session#useSession',
    'libs/contracts/users.ts',
    ['    last_name: z.string(),\n', '    last_name: z.string(), title: z.string(),\n'],
  ),
  plant('a code of the server’s errors added', 'client/api#ApiError', 'libs/contracts/errors.ts', [
    '  NOT_FOUND: 404,',
    '  NOT_FOUND: 404,\n  GONE_FOR_GOOD: 410,',
  ]),
  plant('another re-export of a package', 'client/query#useQuery', own, [
    '  useQuery,\n',
    '  useQuery,\n  useInfiniteQuery,\n',
  ]),
  plant('a shared text added', 'i18n/shared-texts#useSharedTexts', 'libs/i18n/locales/fr.json', [
    '"action.back"',
    '"action.aaa": "A",\n  "action.back"',
  ]),
];

const deprecated = plant('a deprecation', 'ui/spinner#Spinner', own, [
  'export function Spinner',
  '/** @deprecated Use Skeleton. It goes in 0.3.0. */\nexport function Spinner',
]);

interface Planted {
  problem?: string;
  deprecated: Record<string, string>;
  before: Record<string, string[]>;
  after: Record<string, string[]>;
}

const runtime = '@module-federation/runtime';

/** What a shell states that offers one module. */
function hostOf(module: string, tokens: Record<string, string[]>, federation = '2.9.2') {
  const manifest: HostManifest = {
    shared: { [module]: '0.1.0', [runtime]: federation },
    libraries: { '@bank/ui': { version: '0.1.0', hash: '' } },
    surface: { [module]: tokens },
    deprecated: {},
    slots: [],
  };
  const offered = federationToken(federation) + Object.values(tokens).flat().join('');
  return { manifest, offered };
}

/** The statement of a remote that uses one export, in the form that was current when it was built. */
function remoteOf({ module, uses }: Pick<Plant, 'module' | 'uses'>, { before }: Planted) {
  const [token = ''] = before[uses] ?? [];
  return {
    shared: { [module]: '*', [runtime]: '^2.9.2' },
    libraries: {},
    federation: federationToken('2.9.2'),
    surface: { [module]: { [uses]: token } },
  };
}

/** Which checks refuse a remote. */
function refusals(remote: ReturnType<typeof remoteOf>, { manifest, offered }: ReturnType<typeof hostOf>) {
  const hosts = new Map([['shell' as const, manifest]]);
  const problems = [...sharedProblems(remote, hosts), ...surfaceProblems(remote, hosts)];
  Object.assign(globalThis, { SHELL_SURFACE: offered });
  const runs = isOffered({ surface: neededTokens(remote) } as PublishedRemote);
  return { ship: problems.length > 0, shell: !runs };
}

const all = [...breaking, ...honest, deprecated];
const planted = new Map<Plant, Planted>();

beforeAll(() => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'surface-'));
  const file = path.join(folder, 'plants.json');
  writeFileSync(file, JSON.stringify(all));
  const script = path.join(repository, 'tests/support/plant-surface.mjs');
  const { stdout, stderr } = spawnSync(process.execPath, [script, file], {
    cwd: repository,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  rmSync(folder, { recursive: true });
  if (!stdout) throw new Error(stderr);
  (JSON.parse(stdout) as Planted[]).forEach((result, place) => planted.set(all[place] as Plant, result));
}, 120_000);

afterAll(() => Reflect.deleteProperty(globalThis, 'SHELL_SURFACE'));

const judged = (found: Plant) => {
  const result = planted.get(found) as Planted;
  expect(result.problem).toBeUndefined();
  expect(result.before[found.uses]).toHaveLength(1);
  return refusals(remoteOf(found, result), hostOf(found.module, result.after));
};

it.each(breaking.map((found) => [found.title, found] as const))(
  'refuses a remote after %s',
  (_title, found) => {
    expect(judged(found)).toEqual({ ship: true, shell: true });
  },
);

it.each(honest.map((found) => [found.title, found] as const))('runs a remote after %s', (_title, found) => {
  expect(judged(found)).toEqual({ ship: false, shell: false });
});

it('runs a remote that uses a deprecated export, and notes it when shipping', () => {
  expect(judged(deprecated)).toEqual({ ship: false, shell: false });
  const result = planted.get(deprecated) as Planted;
  const { manifest } = hostOf(deprecated.module, result.after);
  const note = (remote: ReturnType<typeof remoteOf>) =>
    deprecationNotes(
      remote,
      new Map([['shell', { ...manifest, deprecated: { [deprecated.module]: result.deprecated } }]]),
    );
  expect(note(remoteOf(deprecated, result))).toEqual([
    'Spinner of @bank/ui/spinner is deprecated in the shell. Use Skeleton. It goes in 0.3.0.',
  ]);
  expect(note({ ...remoteOf(deprecated, result), surface: {} })).toEqual([]);
});

describe('other changes than those of a source', () => {
  const target = { module: '@bank/ui/alert', uses: 'Alert' };
  const same = { before: { Alert: ['abcd'] }, after: {}, deprecated: {} };
  const remote = remoteOf(target, same);

  it('refuses a remote without its module, or with another major version of Federation', () => {
    expect(refusals(remote, hostOf('@bank/ui/other', { Other: ['efgh'] }))).toEqual({
      ship: true,
      shell: true,
    });
    expect(refusals(remote, hostOf(target.module, same.before, '3.0.0'))).toEqual({
      ship: true,
      shell: true,
    });
  });

  it('runs a remote with a newer Federation of the same major version, and in a development shell', () => {
    expect(refusals(remote, hostOf(target.module, same.before, '2.10.0'))).toEqual({
      ship: false,
      shell: false,
    });
    Reflect.deleteProperty(globalThis, 'SHELL_SURFACE');
    expect(isOffered({ surface: neededTokens(remote) } as PublishedRemote)).toBe(true);
  });

  it('refuses to ship a build that does not state its used exports', () => {
    const silent = { ...remote, surface: {} };
    const hosts = new Map([['shell' as const, hostOf(target.module, same.before).manifest]]);
    expect(surfaceProblems(silent, hosts)).toEqual([
      'The build does not state what it uses of @bank/ui/alert: build it again.',
    ]);
  });
});

describe('the version of a library', () => {
  const problem = (
    ...change: [string, string, 'none' | 'compatible' | 'breaking', ...('major' | 'minor' | 'patch')[]]
  ) => {
    const [before, version, kind, ...planned] = change;
    return versionProblem('@bank/ui', before, version, kind, planned);
  };

  it('must be raised with its surface, by a changeset or in the package', () => {
    expect(problem('0.1.0', '0.1.0', 'breaking')).toBe(
      '@bank/ui has a breaking change since 0.1.0, which takes a minor version, and no changeset raises it: run npx changeset, choose @bank/ui and minor.',
    );
    expect(problem('0.1.0', '0.1.0', 'breaking', 'patch')).toContain('the changesets raise patch only');
    expect(problem('0.1.0', '0.1.0', 'compatible')).toContain('choose @bank/ui and patch');
    expect(problem('1.4.2', '1.4.2', 'breaking', 'minor')).toContain('takes a major version');
    expect(problem('1.4.2', '1.4.3', 'compatible')).toContain('takes a minor version');
  });

  it('becomes 1.0.0 by a decision, and by no changeset', () => {
    for (const kind of ['none', 'breaking'] as const)
      expect(problem('0.1.0', '0.1.0', kind, 'minor', 'major')).toContain('Write minor in the changeset.');
    expect(problem('0.9.0', '1.0.0', 'breaking')).toBeUndefined();
  });

  it('may be raised by the required step or a larger one', () => {
    expect(problem('0.1.0', '0.1.0', 'none')).toBeUndefined();
    expect(problem('0.1.0', '0.1.0', 'breaking', 'patch', 'minor')).toBeUndefined();
    expect(problem('0.1.0', '0.2.0', 'breaking')).toBeUndefined();
    expect(problem('1.4.2', '2.0.0', 'breaking')).toBeUndefined();
    expect(problem('1.4.2', '1.4.2', 'compatible', 'major')).toBeUndefined();
  });
});
