import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { repository } from '../support/repository';

interface Manifest {
  name: string;
  routes: { path: string; aliases?: string[] }[];
  uses?: string[];
  slots: { slot: string }[];
  provides?: string[];
  nav: { path: string }[];
}

const manifests = readdirSync(path.join(repository, 'remotes'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(
    ({ name }) =>
      JSON.parse(readFileSync(path.join(repository, 'remotes', name, 'remote.json'), 'utf8')) as Manifest,
  );

it('reads the manifests of all remotes, with what they use, fill and draw', () => {
  const sum = (count: (manifest: Manifest) => number) =>
    manifests.reduce((total, manifest) => total + count(manifest), 0);
  expect(manifests.length).toBeGreaterThanOrEqual(7);
  expect(sum(({ routes }) => routes.length)).toBeGreaterThan(50);
  expect(sum(({ uses = [] }) => uses.length)).toBeGreaterThan(20);
  expect(sum(({ slots }) => slots.length)).toBeGreaterThan(10);
  expect(sum(({ provides = [] }) => provides.length)).toBeGreaterThan(3);
});

const routesOf = ({ routes }: Manifest) => routes.flatMap(({ path: to, aliases = [] }) => [to, ...aliases]);

/** Every address in a remote's sources or texts, without query and fragment. */
function written(name: string): Set<string> {
  const folders = ['src', 'locales'].map((folder) => path.join(repository, 'remotes', name, folder));
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => path.join(folder, file)),
  );
  const texts = files
    .filter((file) => /\.(tsx?|json)$/.test(file) && !file.includes('.test.'))
    .map((file) => readFileSync(file, 'utf8'));
  return new Set(texts.join('\n').match(/(?<=["'`])\/[a-z][a-z/-]*(?=["'`?#])/g));
}

it.each(manifests.map((manifest) => [manifest.name, manifest] as const))(
  'remote.json of %s names the routes of others that its screens lead to',
  (name, manifest) => {
    const others = manifests.filter((other) => other.name !== name).flatMap(routesOf);
    const own = new Set(routesOf(manifest));
    const led = [...written(name)].filter((to) => others.includes(to) && !own.has(to)).sort();
    expect(manifest.uses ?? []).toEqual(led);
  },
);

describe('the slots', () => {
  const sourcesOf = (folder: string) =>
    readdirSync(path.join(repository, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.tsx') && !file.includes('.test.'))
      .map((file) => readFileSync(path.join(repository, folder, file), 'utf8'));
  const declaredBy = (shell: string) => {
    const text = readFileSync(path.join(repository, 'hosts', shell, 'package.json'), 'utf8');
    return (JSON.parse(text) as { slots: string[] }).slots;
  };
  const shells = ['shell', 'back-office'];
  /** `Stories` names its slot itself, since it draws more of a remote than a `Slot` does. */
  const ofStories = readFileSync(path.join(repository, 'libs/client/remotes/stories.tsx'), 'utf8');
  const slotsIn = (sources: string) => [
    ...sources.matchAll(/<Slot name="([^"]+)"/g),
    ...(sources.includes('<Stories />') ? ofStories.matchAll(/useContributions\('([^']+)'\)/g) : []),
  ];

  it.each(shells)(
    'that %s draws are declared in its package.json, so that remotes which fill them may ship',
    (shell) => {
      const sources = [...sourcesOf(`hosts/${shell}/src`), ...sourcesOf('libs/client/host')].join('\n');
      const drawn = slotsIn(sources).map(([, slot = '']) => slot);
      expect(drawn.length).toBeGreaterThan(0);
      expect(declaredBy(shell)).toEqual([...new Set(drawn)].sort());
    },
  );

  it.each(manifests.map((manifest) => [manifest.name, manifest] as const))(
    'that %s fills are drawn by a shell or a remote',
    (_name, { slots }) => {
      const drawn = [
        ...shells.flatMap(declaredBy),
        ...manifests.flatMap(({ provides = [], nav }) => [
          ...provides,
          ...nav.map(({ path: to }) => `nav:${to}`),
        ]),
      ];
      expect(drawn).toEqual(expect.arrayContaining(slots.map(({ slot }) => slot)));
    },
  );
});
