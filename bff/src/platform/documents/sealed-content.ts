import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { AlteredContent } from './unaltered';

/**
 * Encrypted content of any length: a mark, a random prefix, then pieces of 64 KiB, each with its tag (AES-256-GCM). A piece is
 * bound to the file's name, to its place and to whether it is the last, so that none can be moved, dropped or added.
 */
const mark = Buffer.from('BANKSEAL');
const prefixBytes = 7;
const headBytes = mark.length + prefixBytes;
const tagBytes = 16;
const pieceBytes = 65_536;

/** Encrypts content for the file of a name. */
export async function* seal(
  content: AsyncIterable<Buffer>,
  key: Buffer,
  file: string,
): AsyncGenerator<Buffer> {
  const prefix = randomBytes(prefixBytes);
  yield Buffer.concat([mark, prefix]);
  for await (const { piece, number, isLast } of piecesOf(content, pieceBytes)) {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(prefix, number, isLast), {
      authTagLength: tagBytes,
    }).setAAD(Buffer.from(file));
    yield Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()]);
  }
}

/** Decrypts the output of `seal`. @throws AlteredContent before the first altered piece. */
export async function* unseal(
  content: AsyncIterable<Buffer>,
  key: Buffer,
  file: string,
): AsyncGenerator<Buffer> {
  const { head, rest } = await beginningOf(content);
  if (!isSealed(head)) throw new AlteredContent();
  const prefix = head.subarray(mark.length);
  for await (const { piece, number, isLast } of piecesOf(rest, pieceBytes + tagBytes)) {
    yield decrypted(piece, key, nonceOf(prefix, number, isLast), file);
  }
}

function decrypted(piece: Buffer, key: Buffer, nonce: Buffer, file: string): Buffer {
  if (piece.length < tagBytes) throw new AlteredContent();
  const end = piece.length - tagBytes;
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes })
    .setAAD(Buffer.from(file))
    .setAuthTag(piece.subarray(end));
  const content = decipher.update(piece.subarray(0, end));
  try {
    return Buffer.concat([content, decipher.final()]);
  } catch {
    throw new AlteredContent();
  }
}

/** The same, where a file may still be as it was before files were encrypted. */
export async function* unsealIfSealed(
  content: AsyncIterable<Buffer>,
  key: Buffer,
  file: string,
): AsyncGenerator<Buffer> {
  const { head, rest } = await beginningOf(content);
  const whole = (async function* () {
    yield head;
    yield* rest;
  })();
  yield* isSealed(head) ? unseal(whole, key, file) : whole;
}

/** Whether content is encrypted, by its beginning. */
export const isSealedContent = async (content: AsyncIterable<Buffer>): Promise<boolean> =>
  isSealed((await beginningOf(content)).head);

const isSealed = (head: Buffer) => head.length === headBytes && head.subarray(0, mark.length).equals(mark);

function nonceOf(prefix: Buffer, number: number, isLast: boolean): Buffer {
  const rest = Buffer.alloc(5);
  rest.writeUInt32BE(number);
  rest.writeUInt8(isLast ? 1 : 0, 4);
  return Buffer.concat([prefix, rest]);
}

async function beginningOf(content: AsyncIterable<Buffer>) {
  const pieces = content[Symbol.asyncIterator]();
  let read = Buffer.alloc(0);
  while (read.length < headBytes) {
    const next = await pieces.next();
    if (next.done) break;
    read = Buffer.concat([read, next.value]);
  }
  const rest = (async function* () {
    if (read.length > headBytes) yield read.subarray(headBytes);
    for (let next = await pieces.next(); !next.done; next = await pieces.next()) yield next.value;
  })();
  return { head: read.subarray(0, headBytes), rest };
}

/** Pieces of one size but for the last one, of which there is always one. */
async function* piecesOf(content: AsyncIterable<Buffer>, size: number) {
  let number = 0;
  let held: Buffer[] = [];
  let length = 0;
  for await (const chunk of content) {
    held.push(chunk);
    length += chunk.length;
    if (length <= size) continue;
    let whole = Buffer.concat(held);
    for (; whole.length > size; number += 1) {
      yield { piece: whole.subarray(0, size), number, isLast: false };
      whole = whole.subarray(size);
    }
    held = [whole];
    length = whole.length;
  }
  yield { piece: Buffer.concat(held), number, isLast: true };
}
