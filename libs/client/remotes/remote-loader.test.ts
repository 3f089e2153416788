/** @jest-environment jsdom */
import '../../../tests/support/host-document';
import { loadRemote } from '@module-federation/enhanced/runtime';
import type { PublishedRemote } from '@bank/contracts/remotes';
import { keyPair, signedRemote } from '../../../tests/support/signed-remote';
import { trustFilesOf } from './file-integrity';
import { replacementFor } from './registry';
import { loadComponent, LoadFailure } from './remote-loader';
import { reportRemote } from './remote-reports';

jest.mock('@module-federation/enhanced/runtime', () => ({
  loadRemote: jest.fn(),
  registerPlugins: jest.fn(),
  registerRemotes: jest.fn(),
}));
jest.mock('./registry', () => ({ replacementFor: jest.fn(), versionToRetry: jest.fn() }));
jest.mock('./remote-reports', () => ({ reportRemote: jest.fn() }));

const { privateKey } = keyPair();
const wanted = { kind: 'pages', name: 'cards' } as const;
const Page = () => null;

function release(patch: number, surface: string | undefined): PublishedRemote {
  const remote = signedRemote(privateKey, { version: `1.0.${patch}-0123456789`, surface });
  trustFilesOf(remote);
  return remote;
}

beforeEach(() => {
  Object.assign(globalThis, { SHELL_SURFACE: 'aaaabbbbcccc' });
  jest.mocked(loadRemote).mockResolvedValue({ default: { pages: { cards: Page }, slots: {} } });
});
afterEach(() => {
  Reflect.deleteProperty(globalThis, 'SHELL_SURFACE');
  jest.clearAllMocks();
});

it('runs a remote whose used exports the shell offers, or that was published before they were recorded', async () => {
  for (const remote of [release(1, 'aaaacccc'), release(2, undefined)])
    await expect(loadComponent(remote, wanted)).resolves.toEqual({ component: Page, remote });
  expect(reportRemote).not.toHaveBeenCalled();
});

it('does not run a remote with an unknown import, reports it and shows another version', async () => {
  const [refused, other] = [release(3, 'aaaadddd'), release(4, 'bbbb')];
  jest.mocked(replacementFor).mockResolvedValueOnce(other);
  await expect(loadComponent(refused, wanted)).resolves.toEqual({ component: Page, remote: other });
  expect(jest.mocked(reportRemote).mock.calls).toEqual([[refused, 'surface']]);
  expect(loadRemote).toHaveBeenCalledTimes(1);
});

it('fails if no other version is known', async () => {
  jest.mocked(replacementFor).mockResolvedValueOnce(undefined);
  await expect(loadComponent(release(5, 'aaaaeeee'), wanted)).rejects.toThrow(LoadFailure);
  expect(loadRemote).not.toHaveBeenCalled();
});
