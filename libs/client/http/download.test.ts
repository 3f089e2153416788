/** @jest-environment jsdom */
import '../../../tests/support/host-document';
import { fileBody } from '../../../tests/support/file-body';
import { answerMilliseconds } from './answer-time';
import { ApiError } from './api';
import { download } from './download';

const saved: { name: string; address: string }[] = [];

beforeEach(() => {
  saved.length = 0;
  Object.assign(URL, { createObjectURL: () => 'blob:file', revokeObjectURL: () => undefined });
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, address: this.href });
  });
});

const serve = (answer: object) => {
  global.fetch = jest.fn(async () => ({ ok: true, status: 200, ...answer })) as unknown as typeof fetch;
};
const named = (disposition?: string) =>
  new Headers(disposition ? { 'Content-Disposition': disposition } : undefined);

it('saves the file under the server’s name, and cleans up the page', async () => {
  serve({ headers: named('attachment; filename="a-2026.csv"'), body: fileBody('file') });
  await download('/file', { query: { format: 'csv' } });
  expect(saved).toEqual([{ name: 'a-2026.csv', address: 'blob:file' }]);
  expect(jest.mocked(global.fetch).mock.calls[0]?.[0]).toBe('/api/file?format=csv');
  expect(document.querySelector('a')).toBeNull();
});

it('saves a file without a name', async () => {
  serve({ headers: named(), body: fileBody('file') });
  await download('/file');
  expect(saved).toHaveLength(1);
});

it('fails without saving when the connection ends early', async () => {
  const broken = async () => {
    throw new TypeError('network error');
  };
  serve({ headers: named(), body: fileBody('fi', broken) });
  await expect(download('/file')).rejects.toMatchObject({ code: 'NETWORK' });
  expect(saved).toEqual([]);
});

it('fails without saving when the file does not go on, and frees the connection', async () => {
  jest.useFakeTimers();
  const body = fileBody('fi', () => new Promise(() => undefined));
  serve({ headers: named(), body });
  const failing = download('/file').catch((error: unknown) => error);
  await jest.advanceTimersByTimeAsync(answerMilliseconds);
  expect(await failing).toMatchObject({ code: 'NETWORK' });
  expect(body.cancel).toHaveBeenCalled();
  expect(saved).toEqual([]);
  jest.useRealTimers();
});

it('throws the server’s error', async () => {
  const json = async () => ({ error: 'Trop.', code: 'EXPORT_TOO_LARGE', request_id: 'r' });
  serve({ ok: false, status: 422, headers: named(), json });
  await expect(download('/file')).rejects.toBeInstanceOf(ApiError);
});
