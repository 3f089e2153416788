import { contentDigest, type RailKey, signRequest, verifyResponse } from '@bank/contracts/rails/signature';

/** The body and headers that are posted to the bank. */
export interface Content {
  path: string;
  type: string;
  /** Its Content-Digest (RFC 9530). */
  digest: string;
  body: () => Uint8Array<ArrayBuffer> | ReadableStream;
  /** How long the bank may take to answer, ms. */
  waitMs: number;
}

/** The bank's answer. */
export interface BankReply {
  status: number;
  body: string;
}

/** Statuses after which the same message is sent again: the bank is not there, not ready, or does not know our key. */
const isTemporary = (status: number) => status >= 500 || [401, 403, 404, 408, 425, 429].includes(status);

/** A text as it is posted. */
export function textContent(text: string, posted: Pick<Content, 'path' | 'type' | 'waitMs'>): Content {
  const body = new Uint8Array(Buffer.from(text));
  return { ...posted, digest: contentDigest(body), body: () => body };
}

/**
 * Posts a signed message to the bank, and returns its signed answer.
 * @throws Error without an answer, for one that is temporary, or whose signature does not count.
 */
export async function postSigned(
  { url: origin, key }: { url: string; key: RailKey },
  { path, type, digest, body, waitMs }: Content,
  { now, stopping }: { now: () => Date; stopping: AbortSignal },
): Promise<BankReply> {
  const url = origin + path;
  const nonce = crypto.randomUUID();
  const signature = await signRequest(key, { method: 'POST', url, digest }, { at: now(), nonce });
  const response = await fetch(url, {
    method: 'POST',
    redirect: 'manual',
    headers: { ...signature, 'content-digest': digest, 'content-type': type },
    body: body(),
    duplex: 'half',
    signal: AbortSignal.any([AbortSignal.timeout(waitMs), stopping]),
  } as RequestInit);
  const text = await response.text();
  const { status } = response;
  if (isTemporary(status)) throw new Error(`the bank answered ${status}`);
  const signed = { status, headers: Object.fromEntries(response.headers) };
  await verifyResponse([key], signed, { digest: contentDigest(text), at: now(), nonce });
  return { status, body: text };
}
