import '../../../tests/support/host-document';
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { type ComponentType, use } from 'react';
import type { PublishedRemote } from '@bank/contracts/remotes';
import { keyPair, signedRemote } from '../../../tests/support/signed-remote';
import { abandonLoading, loadComponent, LoadFailure, reloadComponent } from './remote-loader';
import { reportRemote } from './remote-reports';
import { RemoteView } from './remote-view';

jest.mock('./remote-reports', () => ({ reportRemote: jest.fn() }));
jest.mock('./remote-loader', () => ({
  LoadFailure: class extends Error {},
  abandonLoading: jest.fn(),
  loadComponent: jest.fn(),
  reloadComponent: jest.fn(),
}));

const { privateKey } = keyPair();
let releases = 0;

/** A new version of the same remote at each call. */
function release(): PublishedRemote {
  releases += 1;
  return signedRemote(privateKey, {
    container: `bank_cards_${releases}`,
    version: `1.0.${releases}-0123456789`,
  });
}

const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
const pages = new Map<string, ComponentType>();
const showing = (remote: PublishedRemote, page: ComponentType) => void pages.set(remote.container, page);
const view = (remote: PublishedRemote) => (
  <QueryClientProvider client={queries}>
    <RemoteView
      remote={remote}
      kind="pages"
      name="cards"
      loading="loading"
      stub={(retry) => <button onClick={retry}>Try again</button>}
    />
  </QueryClientProvider>
);
const tryAgain = () => screen.findByRole('button', { name: 'Try again' });
const chunkError = () => Object.assign(new Error('gone'), { name: 'ChunkLoadError' });

beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const load = async (remote: PublishedRemote) => {
    const component = pages.get(remote.container);
    if (!component) throw new LoadFailure();
    return { component, remote };
  };
  jest.mocked(loadComponent).mockImplementation(load);
  jest.mocked(reloadComponent).mockImplementation(load);
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

const show = (remote: PublishedRemote) => act(async () => render(view(remote)));

it('keeps the shown version across releases, and reports it once', async () => {
  const [first, second] = [release(), release()];
  showing(first, () => 'the first');
  showing(second, () => 'the second');
  const { rerender } = await show(first);
  await act(async () => rerender(view(second)));
  expect(screen.getByText('the first')).toBeVisible();
  expect(jest.mocked(reportRemote).mock.calls).toEqual([[first, 'shown']]);
});

it('shows a notice for a remote that does not load, and loads it again on retry', async () => {
  const remote = release();
  await show(remote);
  showing(remote, () => 'there it is');
  const button = await tryAgain();
  await act(async () => button.click());
  expect(await screen.findByText('there it is')).toBeVisible();
});

it('reports a remote that throws, without looking for another version', async () => {
  const remote = release();
  showing(remote, () => {
    throw new Error('on purpose');
  });
  await show(remote);
  expect(await tryAgain()).toBeVisible();
  expect(reportRemote).toHaveBeenCalledWith(remote, 'render');
  expect(abandonLoading).not.toHaveBeenCalled();
});

it('shows the notice in place of a remote that suspends for ever, and the remote after a retry', async () => {
  jest.useFakeTimers();
  const remote = release();
  let awaited = new Promise<string>(() => undefined);
  showing(remote, () => use(awaited));
  await show(remote);
  const passing = (ms: number) => act(async () => jest.advanceTimersByTime(ms));
  await passing(14_000);
  expect(screen.getByText('loading')).toBeVisible();
  await passing(1_000);
  const button = screen.getByRole('button', { name: 'Try again' });
  expect(reportRemote).toHaveBeenCalledWith(remote, 'render');
  awaited = Promise.resolve('there it is');
  await act(async () => button.click());
  expect(screen.getByText('there it is')).toBeVisible();
});

it('shows no notice for a short suspension', async () => {
  jest.useFakeTimers();
  const remote = release();
  let arrives: (text: string) => void = () => undefined;
  const awaited = new Promise<string>((resolve) => (arrives = resolve));
  showing(remote, () => use(awaited));
  await show(remote);
  await act(async () => jest.advanceTimersByTime(14_000));
  await act(async () => arrives('there it is'));
  await act(async () => jest.advanceTimersByTime(60_000));
  expect(screen.getByText('there it is')).toBeVisible();
});

it('asks again on retry for an answer that it could not show', async () => {
  const remote = release();
  const answers: { cards?: string[] }[] = [{}, { cards: ['VISA'] }];
  const queryFn = jest.fn(async () => answers.shift());
  showing(remote, function Cards() {
    const { data } = useQuery({ queryKey: ['cards'], queryFn });
    return data ? data.cards!.join() : 'waiting';
  });
  await show(remote);
  const button = await tryAgain();
  await act(async () => button.click());
  expect(await screen.findByText('VISA')).toBeVisible();
  expect(queryFn).toHaveBeenCalledTimes(2);
});

it('shows another version when a part of one is missing', async () => {
  const [old, current] = [release(), release()];
  showing(old, () => {
    throw chunkError();
  });
  showing(current, () => 'the current one');
  jest.mocked(abandonLoading).mockResolvedValue(current);
  await show(old);
  expect(await screen.findByText('the current one')).toBeVisible();
  expect(jest.mocked(abandonLoading).mock.calls[0]?.[0]).toBe(old);
});
