import { createHash, randomUUID } from 'node:crypto';
import { createSigner, createVerifier, httpbis } from 'http-message-signatures';

/** A key shared by the bank and one counterpart. */
export interface RailKey {
  id: string;
  secret: string;
}

/** The seconds by which the clocks of both sides may differ (the bank and the world, section 1). */
export const skewSeconds = 300;

const algorithm = 'hmac-sha256';
const params = ['created', 'nonce', 'keyid', 'alg'];
const requestFields = ['@method', '@path', 'content-digest'];
/** The form of a nonce that can be stored to be recognised. */
const nonceLike = /^[\x20-\x7e]{1,80}$/;
const responseFields = ['@status', 'content-digest'];

/** A request or response as signed: `url` absolute, header names in lower case. */
export interface SignedRequest {
  method: string;
  url: string;
  headers: Record<string, string | string[]>;
}
export interface SignedResponse {
  status: number;
  headers: Record<string, string | string[]>;
}

/** Why a signature does not count; logged, never answered in detail. */
export type SignatureFault = 'unsigned' | 'altered' | 'unknown_key' | 'old' | 'wrong';

export class SignatureError extends Error {
  constructor(readonly fault: SignatureFault) {
    super(`the signature is refused: ${fault}`);
  }
}

/** The verified properties of a signed request. The caller must refuse a nonce that it saw within `skewSeconds`. */
export interface Verified {
  keyId: string;
  nonce: string;
  created: Date;
}

/** The Content-Digest of a body (RFC 9530). */
export const contentDigest = (body: string | Uint8Array): string =>
  `sha-256=:${createHash('sha256').update(body).digest('base64')}:`;

/**
 * The headers that sign a request: HMAC-SHA256 over method, path, time, nonce and body hash (RFC 9421).
 * @param at the time of signing; @param nonce unique; a new one by default.
 */
export async function signRequest(
  key: RailKey,
  request: { method: string; url: string; digest: string },
  { at = new Date(), nonce = randomUUID() }: { at?: Date; nonce?: string } = {},
): Promise<Record<string, string>> {
  const message = {
    method: request.method,
    url: request.url,
    headers: { 'content-digest': request.digest },
  };
  const config = { ...signing(key, at, nonce), fields: requestFields };
  return lowerCase((await httpbis.signMessage(config, message)).headers);
}

/** The headers that sign the response to a request, bound to it by the request's nonce. */
export async function signResponse(
  key: RailKey,
  response: { status: number; digest: string },
  { at = new Date(), nonce }: { at?: Date; nonce: string },
): Promise<Record<string, string>> {
  const message = { status: response.status, headers: { 'content-digest': response.digest } };
  const config = { ...signing(key, at, nonce), fields: responseFields };
  return lowerCase((await httpbis.signMessage(config, message)).headers);
}

/** @throws SignatureError. `digest` is that of the body which arrived, see `contentDigest`. */
export const verifyRequest = (
  keys: readonly RailKey[],
  request: SignedRequest,
  arrived: { digest: string; at: Date },
): Promise<Verified> => verify(keys, request, { ...arrived, fields: requestFields });

/** @throws SignatureError, also for the response to another request than that of `nonce`. */
export async function verifyResponse(
  keys: readonly RailKey[],
  response: SignedResponse,
  { nonce, ...arrived }: { digest: string; at: Date; nonce: string },
): Promise<Verified> {
  const verified = await verify(keys, response, { ...arrived, fields: responseFields });
  if (verified.nonce !== nonce) throw new SignatureError('altered');
  return verified;
}

const signing = (key: RailKey, at: Date, nonce: string) => ({
  key: createSigner(key.secret, algorithm, key.id),
  params,
  paramValues: { created: at, nonce, alg: algorithm },
});

async function verify(
  keys: readonly RailKey[],
  message: SignedRequest | SignedResponse,
  { digest, at, fields }: { digest: string; at: Date; fields: string[] },
): Promise<Verified> {
  const { headers } = message;
  if (!headers.signature || !headers['signature-input']) throw new SignatureError('unsigned');
  if (headers['content-digest'] !== digest) throw new SignatureError('altered');
  let found: Verified | undefined;
  const valid = await httpbis
    .verifyMessage(
      {
        requiredParams: ['created', 'nonce', 'keyid'],
        requiredFields: fields,
        // The caller's clock decides about the age, below.
        notAfter: new Date(8.64e15),
        all: true,
        keyLookup: ({ keyid, created, nonce }) => {
          const key = keys.find(({ id }) => id === keyid);
          if (!key) throw new SignatureError('unknown_key');
          if (!(created instanceof Date) || !nonce) throw new SignatureError('unsigned');
          if (!nonceLike.test(nonce)) throw new SignatureError('wrong');
          found = { keyId: key.id, nonce, created };
          return Promise.resolve({
            id: key.id,
            algs: [algorithm],
            verify: createVerifier(key.secret, algorithm),
          });
        },
      },
      message as SignedRequest,
    )
    .catch((error: unknown) => {
      throw error instanceof SignatureError ? error : new SignatureError('wrong');
    });
  if (!valid || !found) throw new SignatureError('wrong');
  if (Math.abs(at.getTime() - found.created.getTime()) > skewSeconds * 1000) throw new SignatureError('old');
  return found;
}

const lowerCase = (headers: Record<string, string | string[]>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]));
