/** @jest-environment jsdom */
import '../../../tests/support/host-document';
import type { PublishedRemote, Registry } from '@bank/contracts/remotes';
import { keyPair, signedRegistry, signedRemote } from '../../../tests/support/signed-remote';

const { privateKey, publicText } = keyPair();
const forger = keyPair().privateKey;
const route = (path: string) => ({
  path,
  aliases: [],
  page: 'page',
  title: { fr: path, en: path },
  audience: 'public' as const,
  hosts: ['shell' as const],
});
const release = (name: string, version: string, path = `/${name}`, key = privateKey) =>
  signedRemote(key, { name, version: `1.0.0-${version.repeat(10)}`, routes: [route(path)] });

const cards = { a: release('cards', 'a'), b: release('cards', 'b'), c: release('cards', 'c') };
const help = release('help', 'a');

/** The server’s next response, by the version to avoid. */
let answers: (avoid: string | null) => PublishedRemote[] | Registry | undefined;
/** The next response without a version to avoid. */
let sequence = 1;
const asked: string[] = [];
let now = 0;

/** A new page with this registry in its document. */
async function open(...remotes: PublishedRemote[]) {
  jest.resetModules();
  const { config } = await import('../http/config');
  Object.assign(config, {
    registry: signedRegistry(privateKey, remotes, sequence),
    registry_keys: [publicText],
  });
  const registry = await import('./registry');
  const published = await import('./published');
  await registry.takeEmbeddedRegistry();
  return {
    ...registry,
    ...published,
    versions: () => published.currentlyPublished().trusted.map(({ name, version }) => name + version.at(-1)),
  };
}

beforeEach(() => {
  jest.spyOn(Date, 'now').mockImplementation(() => (now += 60_000));
  asked.length = 0;
  sequence = 1;
  sessionStorage.clear();
  globalThis.fetch = jest.fn(async (input: RequestInfo | URL) => {
    const url = new URL(String(input), location.origin);
    if (url.pathname !== '/remotes.json') return new Response(null, { status: 204 });
    asked.push(url.search);
    const answer = answers(url.searchParams.get('avoid'));
    if (!answer) throw new TypeError('Failed to fetch');
    const said = Array.isArray(answer) ? signedRegistry(privateKey, answer, sequence) : answer;
    return { ok: true, json: async () => JSON.parse(JSON.stringify(said)) } as Response;
  });
});
afterEach(() => jest.restoreAllMocks());

it('accepts signed remotes, and shows a notice for others, which take no route of another remote', async () => {
  const forged = release('aaa', 'a', '/cards', forger);
  const { versions, routeAt, currentlyPublished } = await open(forged, cards.a);
  expect(versions()).toEqual(['cardsa']);
  expect(currentlyPublished().refused).toEqual([forged]);
  expect(routeAt('/cards')?.remote.name).toBe('cards');
});

it('follows the server, and keeps the last good version of a forged remote', async () => {
  const { refreshRegistry, versions } = await open(cards.a, help);
  answers = () => [cards.b, release('help', 'b', '/help', forger)];
  await refreshRegistry();
  expect(versions()).toEqual(['cardsb', 'helpa']);
});

it('keeps a route with the remote that had it first', async () => {
  const { refreshRegistry, routeAt } = await open(cards.a);
  answers = () => [release('aaa', 'a', '/cards'), cards.b];
  await refreshRegistry();
  expect(routeAt('/cards')?.remote).toMatchObject({ name: 'cards', version: cards.b.version });
});

it('fetches at most every 20 seconds, never offline, and tolerates a missing response', async () => {
  const { refreshRegistry, versions } = await open(cards.a);
  const at = now;
  answers = () => undefined;
  await refreshRegistry();
  jest.spyOn(Date, 'now').mockReturnValue(at + 61_000);
  await refreshRegistry();
  expect(asked).toHaveLength(1);
  jest.spyOn(Date, 'now').mockReturnValue(at + 90_000);
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await refreshRegistry();
  expect(asked).toHaveLength(1);
  expect(versions()).toEqual(['cardsa']);
});

it('replaces a failing version, and does not return to it by itself', async () => {
  const { replacementFor, refreshRegistry, versionToRetry, currentVersion, versions } = await open(cards.b);
  const [failing] = [currentVersion('cards')!];
  answers = (avoid) => [avoid === `cards@${cards.b.version}` ? cards.a : cards.b];
  expect(await replacementFor(failing)).toEqual(cards.a);
  expect(versions()).toEqual(['cardsa']);
  await refreshRegistry();
  expect(versions()).toEqual(['cardsa']);
  answers = () => [cards.c];
  await refreshRegistry();
  expect(versions()).toEqual(['cardsc']);
  answers = () => [cards.b];
  expect(await versionToRetry(failing)).toEqual(cards.b);
});

it.each([
  ['has no other', () => [cards.b]],
  ['has a forged one', () => [release('cards', 'c', '/cards', forger)]],
  ['answers nothing', () => undefined],
])('has no replacement where the server %s', async (_what, answer) => {
  const { replacementFor, currentVersion, versions } = await open(cards.b);
  answers = answer;
  expect(await replacementFor(currentVersion('cards')!)).toBeUndefined();
  expect(versions()).toEqual(['cardsb']);
});

it('replaces an old version on a screen by the page’s current one, without a request', async () => {
  const { refreshRegistry, replacementFor, currentVersion } = await open(cards.a);
  const old = currentVersion('cards')!;
  answers = () => [cards.b];
  await refreshRegistry();
  expect(await replacementFor(old)).toEqual(cards.b);
  expect(asked).toEqual(['']);
});

describe('a registry older than one already seen', () => {
  const old = signedRegistry(privateKey, [cards.a, help], 1);

  it('restores nothing in the page that saw the newer one', async () => {
    const { refreshRegistry, versions } = await open(cards.a, help);
    sequence = 2;
    answers = () => [cards.b, help];
    await refreshRegistry();
    answers = () => old;
    await refreshRegistry();
    expect(versions()).toEqual(['cardsb', 'helpa']);
  });

  it('restores nothing as the replacement of a failed version', async () => {
    sequence = 2;
    const { replacementFor, currentVersion } = await open(cards.b, help);
    answers = () => old;
    expect(await replacementFor(currentVersion('cards')!)).toBeUndefined();
  });

  it('restores nothing in a new document of the tab, which fetches a newer one', async () => {
    sequence = 2;
    await open(cards.b, help);
    sequence = 1;
    answers = () => old;
    const { currentlyPublished, versions } = await open(cards.a, help);
    expect(versions()).toEqual(['helpa']);
    expect(currentlyPublished().refused).toEqual([cards.a]);
    answers = () => signedRegistry(privateKey, [cards.b, help], 2);
    expect((await open(cards.a, help)).versions()).toEqual(['helpa', 'cardsb']);
  });
});

it.each([
  ['with another sequence', (registry: Registry) => ({ ...registry, sequence: 9 })],
  ['with another version in it', (registry: Registry) => ({ ...registry, remotes: [cards.c] })],
  ['by another key', ({ remotes }: Registry) => signedRegistry(forger, remotes, 9)],
])('refuses a registry %s than was signed', async (_what, change) => {
  const { refreshRegistry, versions } = await open(cards.a);
  answers = () => change(signedRegistry(privateKey, [cards.b], 2));
  await refreshRegistry();
  expect(versions()).toEqual(['cardsa']);
});
