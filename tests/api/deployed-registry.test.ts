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

it('serves the files of those remotes', async () => {
  const [remote] = await remotesOf(developers);
  const mine = await fetch(developers.shellUrl + remote?.entry);
  const theirs = await fetch(deployed.shellUrl + remote?.entry);
  expect([mine.status, await mine.text()]).toEqual([200, await theirs.text()]);
});
