/** @jest-environment ./tests/support/bank-environment.ts */
import type { Registry } from '@bank/contracts/remotes';
import { type Bank, startBank } from '../support/bank';
import { configOf } from '../support/document-config';
import { isSigned } from '../support/release-fixture';
import { sharedBank } from '../support/shared-bank';

const { bank: deployed } = sharedBank();
let developers: Bank;

beforeAll(async () => {
  developers = await startBank({ env: { NODE_ENV: 'development', DEV_REGISTRY: deployed.shellUrl } });
}, 120_000);

afterAll(() => developers.stop());

const remotesOf = async ({ shellUrl }: Bank) =>
  ((await (await fetch(`${shellUrl}/remotes.json`)).json()) as Registry).remotes;

it('gives a developer’s shells the remotes of another bank, with that bank’s signatures', async () => {
  const remotes = await remotesOf(developers);
  expect(remotes).not.toEqual([]);
  expect(remotes).toEqual(await remotesOf(deployed));
  const { registry, registry_keys: keys } = await configOf(`${developers.shellUrl}/login`);
  for (const remote of [...remotes, ...registry.remotes]) {
    expect([remote.name, keys.some((key) => isSigned(remote, key))]).toEqual([remote.name, true]);
  }
});

it('takes the remote of a developer’s machine for everybody, at once', async () => {
  const wish = { remote: 'cards', address: 'http://localhost:4103' };
  const answer = await fetch(`${developers.shellUrl}/login?remote.cards=${wish.address}&page=2`, {
    redirect: 'manual',
  });
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/login?page=2']);
  const cookie = (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  const config = await configOf(`${developers.shellUrl}/login`, cookie);
  expect(config.local_overrides).toEqual([wish]);
});

it('serves the files of those remotes', async () => {
  const [remote] = await remotesOf(developers);
  const mine = await fetch(developers.shellUrl + remote?.entry);
  const theirs = await fetch(deployed.shellUrl + remote?.entry);
  expect([mine.status, await mine.text()]).toEqual([200, await theirs.text()]);
});

it('shows the gallery at /_ui of the customer site in development, elsewhere to nobody without a link', async () => {
  const statusOf = async (address: string) => (await fetch(address)).status;
  expect(await statusOf(`${developers.shellUrl}/_ui`)).toBe(200);
  expect(await statusOf(`${developers.backOfficeUrl}/_ui`)).toBe(404);
  expect(await statusOf(`${deployed.shellUrl}/_ui`)).toBe(404);
});
