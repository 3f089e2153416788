/** @jest-environment node */
import { hostConfigElement } from '@bank/contracts/routes';
import { until } from '../../../../tests/support/until';
import { filesCache, keptDocument, noteSequence, refreshShell, sequenceHeader } from './kept-shell';

afterEach(() => jest.restoreAllMocks());

it('gives up on a server that hangs, and asks it again at the next occasion', async () => {
  const late = jest.spyOn(AbortSignal, 'timeout').mockImplementation(() => AbortSignal.abort());
  const hanging = jest.spyOn(global, 'fetch').mockImplementation(
    (_address, init) =>
      new Promise((_, reject) => {
        if (init?.signal?.aborted) reject(init.signal.reason as Error);
      }),
  );
  await refreshShell();
  await refreshShell();
  expect(hanging).toHaveBeenCalledTimes(2);
  expect(late).toHaveBeenCalledTimes(2);
});

/** The caches of a browser, by pathname. */
function fakeCaches() {
  const stores = new Map<string, Map<string, Response>>();
  const pathOf = (request: string | { url: string }) =>
    new URL(typeof request === 'string' ? request : request.url, 'https://bank.example').pathname;
  const open = async (name: string) => {
    const store = stores.get(name) ?? new Map<string, Response>();
    stores.set(name, store);
    return {
      match: async (request: string) => store.get(pathOf(request))?.clone(),
      put: async (request: string, response: Response) => void store.set(pathOf(request), response),
      delete: async (request: { url: string }) => store.delete(pathOf(request)),
      keys: async () => [...store.keys()].map((path) => ({ url: `https://bank.example${path}` })),
    };
  };
  return { open, pathsOf: (name: string) => [...(stores.get(name)?.keys() ?? [])] };
}

const documentOf = (sequence: number) => {
  const remote = { entry: `/remotes/cards/${sequence}/entry.js`, files: { 'entry.js': 'sha256-a' } };
  const config = { site: 'shell', host_files: {}, registry: { sequence, remotes: [remote] } };
  const element = JSON.stringify({ ...config, registry_keys: ['bank'] });
  return `<script type="application/json" id="${hostConfigElement}">${element}</script>`;
};

/** A refresh of release 7 that waits for its remote's file while the registry 8 is noted. */
async function overtaken({ isReachable }: { isReachable: boolean }) {
  const kept = fakeCaches();
  Object.assign(globalThis, { caches: kept, self: globalThis });
  let newest = 6;
  let isAway = false;
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  const fetched = jest.spyOn(global, 'fetch').mockImplementation(async (address) => {
    if (isAway) throw new TypeError('Failed to fetch');
    if (address === '/dashboard') return new Response(documentOf(newest));
    if (address === '/remotes/cards/7/entry.js') await held;
    return new Response('file');
  });
  await refreshShell();
  newest = 7;
  const first = refreshShell();
  await until(() => Promise.resolve(fetched.mock.lastCall?.[0] === '/remotes/cards/7/entry.js'));
  newest = 8;
  await noteSequence(8);
  const second = refreshShell();
  isAway = !isReachable;
  release();
  await Promise.all([first, second]);
  const files = kept.pathsOf(filesCache);
  return { files, sequence: (await keptDocument())?.headers.get(sequenceHeader) };
}

it('keeps the newest release when it is noted while an older one is fetched', async () => {
  const { sequence, files } = await overtaken({ isReachable: true });
  expect([sequence, files]).toEqual(['8', ['/remotes/cards/8/entry.js']]);
});

it('keeps nothing of a release that was taken back while it was fetched', async () => {
  expect(await overtaken({ isReachable: false })).toEqual({ sequence: undefined, files: [] });
});
