import '../../../tests/support/host-document';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { keyPair, signedRemote } from '../../../tests/support/signed-remote';
import { FormMemory } from './form-memory';
import { RemoteContext } from './remote-context';
import { loadTimeoutMs } from './in-time';
import { useLazyPart } from './use-lazy-part';

const { privateKey } = keyPair();

/** A screen of one version of a remote, which shows the part. */
function screenOf(load: () => Promise<string>, partFailed = jest.fn()) {
  const queries = new QueryClient();
  return (container = 'bank_cards_a') => {
    const remote = signedRemote(privateKey, { container });
    const context = { remote, partFailed, forms: new FormMemory() };
    const wrapper = ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={queries}>
        <RemoteContext value={context}>{children}</RemoteContext>
      </QueryClientProvider>
    );
    return renderHook(() => useLazyPart('form', load), { wrapper });
  };
}

it('fetches a part once, when it is first shown', async () => {
  const load = jest.fn(async () => 'the form');
  const open = screenOf(load);
  const { result, unmount } = open();
  await waitFor(() => expect(result.current.data).toBe('the form'));
  unmount();
  expect(open().result.current.data).toBe('the form');
  expect(load).toHaveBeenCalledTimes(1);
});

it('fetches the part again for another version', async () => {
  const load = jest.fn(async () => 'the form');
  const open = screenOf(load);
  await waitFor(() => expect(open().result.current.data).toBe('the form'));
  expect(open('bank_cards_b').result.current.data).toBeUndefined();
});

it('retries once, silently if that succeeds', async () => {
  const load = jest.fn(async () => 'the form').mockRejectedValueOnce(new Error('lost'));
  const partFailed = jest.fn();
  const { result } = screenOf(load, partFailed)();
  await waitFor(() => expect(result.current.data).toBe('the form'));
  expect(partFailed).not.toHaveBeenCalled();
});

it('reports a part that failed twice to the remote’s frame, and can be fetched again', async () => {
  const gone = new Error('gone');
  const load = jest.fn(async () => 'the form');
  load.mockRejectedValueOnce(gone).mockRejectedValueOnce(gone);
  const partFailed = jest.fn();
  const { result } = screenOf(load, partFailed)();
  await waitFor(() => expect(result.current.isError).toBe(true));
  expect(partFailed).toHaveBeenCalledWith(gone);
  await act(() => result.current.refetch());
  await waitFor(() => expect(result.current.data).toBe('the form'));
});

it('does not wait for ever for a part whose files hang', async () => {
  jest.useFakeTimers();
  const partFailed = jest.fn();
  const { result } = screenOf(() => new Promise<string>(() => undefined), partFailed)();
  for (const attempt of [1, 2]) {
    expect([attempt, result.current.isError]).toEqual([attempt, false]);
    await act(() => jest.advanceTimersByTimeAsync(loadTimeoutMs + 10));
  }
  expect(result.current.isError).toBe(true);
  expect(partFailed).toHaveBeenCalledTimes(1);
  jest.useRealTimers();
});
