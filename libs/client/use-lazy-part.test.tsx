import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { useLazyPart } from './use-lazy-part';

function show(load: () => Promise<string>) {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  );
  return () => renderHook(() => useLazyPart('form', load), { wrapper });
}

it('fetches a part when it is first shown, and not again', async () => {
  const load = jest.fn(async () => 'the form');
  const open = show(load);
  const { result, unmount } = open();
  await waitFor(() => expect(result.current.data).toBe('the form'));
  unmount();
  expect(open().result.current.data).toBe('the form');
  expect(load).toHaveBeenCalledTimes(1);
});

it('can be fetched again after a failure', async () => {
  const load = jest.fn(async () => 'the form').mockRejectedValueOnce(new Error('offline'));
  const { result } = show(load)();
  await waitFor(() => expect(result.current.isError).toBe(true));
  await act(() => result.current.refetch());
  await waitFor(() => expect(result.current.data).toBe('the form'));
});
