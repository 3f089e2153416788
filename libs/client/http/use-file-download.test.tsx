import '../../../tests/support/host-document';
import { act, renderHook } from '@testing-library/react';
import { ApiError } from './api';
import { useFileDownload } from './use-file-download';

const file = new Blob(['pièce']);
const open = () => renderHook(() => useFileDownload<number>('Le fichier n’est pas venu.'));

it('names the file that it fetches, then saves it', async () => {
  const { result } = open();
  const handOver = jest.fn();
  let arrive: (file: Blob) => void = () => undefined;
  act(() => void result.current.take(7, () => new Promise((resolve) => (arrive = resolve)), handOver));
  expect(result.current.taking).toBe(7);
  await act(async () => arrive(file));
  expect(handOver).toHaveBeenCalledWith(file);
  expect(result.current.taking).toBeUndefined();
  expect(result.current.failure).toBeUndefined();
});

it('shows why a download failed, until the next attempt', async () => {
  const { result } = open();
  const refused = new ApiError('Ce fichier n’existe plus.', 'NOT_FOUND', 404);
  await act(() => result.current.take(7, () => Promise.reject(refused), jest.fn()));
  expect(result.current.failure).toBe('Ce fichier n’existe plus.');
  await act(() => result.current.take(7, () => Promise.resolve(file), jest.fn()));
  expect(result.current.failure).toBeUndefined();
  const offline = new ApiError('', 'NETWORK', 0);
  await act(() => result.current.take(7, () => Promise.reject(offline), jest.fn()));
  expect(result.current.failure).toBe('Le fichier n’est pas venu.');
});
