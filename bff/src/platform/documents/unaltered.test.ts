import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { unaltered } from './unaltered';

const hashOf = (text: string) => createHash('sha256').update(text).digest();
const read = async (pieces: string[], sha256: Buffer, seen: string[] = []) => {
  const content = Readable.from(pieces.map((piece) => Buffer.from(piece)));
  for await (const chunk of unaltered(content, sha256)) seen.push(chunk.toString());
  return seen;
};

it('passes unaltered content', async () => {
  expect(await read(['ab', 'c'], hashOf('abc'))).toEqual(['ab', 'c']);
  expect(await read([], hashOf(''))).toEqual([]);
});

it('fails before the end of altered content', async () => {
  const seen: string[] = [];
  await expect(read(['ab', 'd'], hashOf('abc'), seen)).rejects.toThrow('not what was stored');
  expect(seen).toEqual(['ab']);
});
