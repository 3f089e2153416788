import { randomBytes } from 'node:crypto';
import { seal, unseal, unsealIfSealed } from './sealed-content';
import { AlteredContent } from './unaltered';

const key = randomBytes(32);
const file = '0123456789abcdef0123456789abcdef';

async function* chunks(content: Buffer, size = 10_000) {
  await Promise.resolve();
  for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size);
}
const whole = async (content: AsyncIterable<Buffer>) => {
  const pieces: Buffer[] = [];
  for await (const piece of content) pieces.push(piece);
  return Buffer.concat(pieces);
};
const sealed = (content: Buffer, name = file) => whole(seal(chunks(content), key, name));
const opened = (content: Buffer, name = file, by = key) => whole(unseal(chunks(content, 777), by, name));

it.each([0, 1, 65_535, 65_536, 65_537, 131_072, 300_000])(
  'gives %d bytes back, and hides them',
  async (length) => {
    const content = Buffer.alloc(length, 'passport');
    const stored = await sealed(content);
    expect(stored.includes('passport')).toBe(false);
    expect((await opened(stored)).equals(content)).toBe(true);
    expect((await whole(unsealIfSealed(chunks(stored), key, file))).equals(content)).toBe(true);
  },
);

it('fails for altered content', async () => {
  const stored = await sealed(Buffer.alloc(200_000, 'x'));
  const head = 15;
  const piece = 65_536 + 16;
  const swapped = Buffer.concat([
    stored.subarray(0, head),
    stored.subarray(head + piece, head + 2 * piece),
    stored.subarray(head, head + piece),
    stored.subarray(head + 2 * piece),
  ]);
  const flipped = Buffer.from(stored);
  flipped[100_000] = (flipped[100_000] ?? 0) ^ 1;
  for (const wrong of [
    swapped,
    flipped,
    stored.subarray(0, -1),
    stored.subarray(0, head + piece),
    stored.subarray(0, 3),
  ]) {
    await expect(opened(wrong)).rejects.toThrow(AlteredContent);
  }
  await expect(opened(stored, 'f'.repeat(32))).rejects.toThrow(AlteredContent);
  await expect(opened(stored, file, randomBytes(32))).rejects.toThrow(AlteredContent);
  await expect(opened(Buffer.from('%PDF-1.7 as of before'))).rejects.toThrow(AlteredContent);
});

it('passes a file of before encryption as it is', async () => {
  for (const content of [Buffer.from('%PDF-1.7 a passport'), Buffer.from('x'), Buffer.alloc(0)]) {
    expect((await whole(unsealIfSealed(chunks(content, 3), key, file))).equals(content)).toBe(true);
  }
});
