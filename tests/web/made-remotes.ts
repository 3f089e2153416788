import { randomBytes } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, type APIRequestContext } from '@playwright/test';
import type { Registry } from '@bank/contracts/remotes';

interface Manifest {
  version: string;
  container: string;
  /** Of widgets, with files in a folder of their own. */
  frames?: unknown;
  [field: string]: unknown;
}

const newHash = () => randomBytes(5).toString('hex');

/** The build of a test remote with one page at `/<name>` and a given entry. */
export async function writeRemote(
  remotesDir: string,
  name: string,
  entry: (container: string) => string,
  path_ = `/${name}`,
  more: object = {},
) {
  const container = `bank_${name.replaceAll('-', '_')}_${newHash()}`;
  await publish(remotesDir, name, async (dist) => {
    await writeFile(path.join(dist, 'entry.js'), entry(container));
    return {
      name,
      version: `1.0.0-${newHash()}`,
      container,
      entry: 'entry.js',
      shared: {},
      preload: { scripts: [], styles: [] },
      hosts: ['shell'],
      audience: 'public',
      nav: [],
      slots: [],
      routes: [{ path: path_, page: 'page', title: { fr: name, en: name } }],
      ...more,
    };
  });
}

/** An entry whose container exposes these pages, as JavaScript. */
export const exposing = (pages: string) => (container: string) =>
  `globalThis.${container} = { init() {}, get: async () => () => ({ default: { pages: ${pages}, slots: {} } }) };`;

/** A built remote as another version or another remote, with changed files; returns the version. */
export async function republish(
  remotesDir: string,
  from: string,
  change: { name?: string; routes?: unknown[]; file: (content: string) => string },
) {
  const source = path.resolve('remotes', from, 'dist');
  const built = JSON.parse(await readFile(path.join(source, 'remote.json'), 'utf8')) as Manifest;
  const name = change.name ?? from;
  const container = `bank_${name.replaceAll('-', '_')}_${newHash()}`;
  const [, build = ''] = /_([0-9a-f]{10})$/.exec(built.container) ?? [];
  const uniqueName = container.replaceAll('_', '-');
  const version = `9.0.0-${newHash()}`;
  await publish(remotesDir, name, async (dist) => {
    for (const file of (await readdir(source)).filter((found) => /\.(js|css|html)$/.test(found))) {
      const content = await readFile(path.join(source, file), 'utf8');
      const renamed = content
        .replaceAll(built.container, container)
        .replaceAll(`bank-${from}-${build}`, uniqueName);
      await writeFile(path.join(dist, file), change.file(renamed));
    }
    if (built.frames && !change.name) {
      await cp(path.join(source, 'frame'), path.join(dist, 'frame'), { recursive: true });
    }
    const alone = change.name
      ? { routes: change.routes, nav: [], slots: [], audience: 'public', frames: undefined }
      : {};
    return { ...built, ...alone, name, container, version };
  });
  return version;
}

/** Replaces a build atomically, like a build that has just ended. */
async function publish(remotesDir: string, name: string, write: (dist: string) => Promise<object>) {
  const draft = path.join(remotesDir, `.${name}`);
  const dist = path.join(remotesDir, name, 'dist');
  await mkdir(draft, { recursive: true });
  const manifest = await write(draft);
  await writeFile(path.join(draft, 'remote.json'), JSON.stringify(manifest));
  await rm(dist, { recursive: true, force: true });
  await mkdir(path.dirname(dist), { recursive: true });
  await rename(draft, dist);
}

/** The version of a remote that the server currently shows. */
export async function versionNow(request: APIRequestContext, origin: string, name: string) {
  const { remotes } = (await (await request.get(`${origin}/remotes.json`)).json()) as Registry;
  return remotes.find((remote) => remote.name === name)?.version;
}

/** Waits until the server shows a version of a remote. */
export async function published(request: APIRequestContext, origin: string, name: string, version: string) {
  await expect.poll(() => versionNow(request, origin, name), { timeout: 20_000 }).toBe(version);
}
