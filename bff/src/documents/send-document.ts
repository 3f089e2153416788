import type { FastifyReply } from 'fastify';
import type { Readable } from 'node:stream';

/** What the answer says of a stored file. */
export interface DocumentHead {
  name: string;
  /** Bytes. */
  size: number;
  media_type: string;
}

/** Answers with a stored file. Whatever it pretends to be, a browser shows an image of it or saves it, and runs nothing. */
export async function sendDocument(
  reply: FastifyReply,
  head: DocumentHead,
  content: Readable,
): Promise<void> {
  const { name, size, media_type } = head;
  reply.headers({
    'content-type': media_type,
    'content-length': String(size),
    'content-disposition': `${media_type.startsWith('image/') ? 'inline' : 'attachment'}; ${fileName(name)}`,
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  });
  await reply.send(content);
}

/** RFC 6266: a plain name for old readers, and the true one in the notation of RFC 8187. */
function fileName(name: string): string {
  const plain = name.replace(/[^\w.-]/g, '_');
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `filename="${plain}"; filename*=UTF-8''${encoded}`;
}
