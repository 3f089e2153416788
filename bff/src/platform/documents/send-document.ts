import type { FastifyReply } from 'fastify';
import type { Readable } from 'node:stream';

/** A file's name, size and type, for the headers. */
export interface DocumentHead {
  name: string;
  /** Bytes. */
  size: number;
  media_type: string;
}

/** Sends a complete file; browsers display it as an image or save it, and run no script of it. */
export async function sendDocument(
  reply: FastifyReply,
  head: DocumentHead,
  content: Readable | Buffer,
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

/** RFC 6266: an ASCII name for old clients, and the real one as of RFC 8187. */
function fileName(name: string): string {
  const plain = name.replace(/[^\w.-]/g, '_');
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `filename="${plain}"; filename*=UTF-8''${encoded}`;
}
