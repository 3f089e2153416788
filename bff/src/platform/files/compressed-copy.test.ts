import { brotliCompressSync, gzipSync } from 'node:zlib';
import { originalContent, originalName } from './compressed-copy';

it('unpacks a copy, and nothing that is larger than a file of a build', async () => {
  const file = Buffer.from('entry()');
  expect(await originalContent('entry.js', file)).toEqual(file);
  expect(await originalContent('entry.js.br', brotliCompressSync(file))).toEqual(file);
  expect(await originalContent('entry.js.gz', gzipSync(file))).toEqual(file);
  const bomb = Buffer.alloc(64 * 1024 * 1024);
  expect(await originalContent('entry.js.gz', gzipSync(bomb))).toBeUndefined();
});

it('names the file of which another one is a copy', () => {
  expect(['entry.js', 'entry.js.br', 'entry.js.gz'].map(originalName)).toEqual(Array(3).fill('entry.js'));
});
