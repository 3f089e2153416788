import {
  contentDigest,
  type RailKey,
  signRequest,
  type SignedRequest,
  verifyResponse,
} from '@bank/contracts/rails/signature';
import { wholeBody } from '../../platform/http/bounded-body';

/** A program outside the bank: its address, and the key that both sides sign with. */
export interface Counterpart {
  url: string;
  key: RailKey;
}

/** A verified response. */
export interface CounterpartAnswer {
  status: number;
  body: Buffer;
}

/** The longest response that is read, bytes. */
const answerBytes = 1_048_576;

/**
 * Posts a signed message and verifies the signature of the response.
 * @param timeoutMs of the whole exchange.
 * @throws Error when there is no answer in time; SignatureError for an answer that is not the counterpart's.
 */
export async function postSigned(
  { url, key }: Counterpart,
  { path, type, body }: { path: string; type: string; body: string | Buffer },
  timeoutMs: number,
): Promise<CounterpartAnswer> {
  const address = url + path;
  const digest = contentDigest(body);
  const nonce = crypto.randomUUID();
  const signature = await signRequest(key, { method: 'POST', url: address, digest }, { nonce });
  const response = await fetch(address, {
    method: 'POST',
    headers: { ...signature, 'content-type': type, 'content-digest': digest },
    body: typeof body === 'string' ? body : new Uint8Array(body),
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  });
  const answer = await wholeBody(response, answerBytes);
  const headers = Object.fromEntries(response.headers);
  const arrived = { digest: contentDigest(answer), at: new Date(), nonce };
  await verifyResponse([key], { status: response.status, headers }, arrived);
  return { status: response.status, body: answer };
}

/** A request as `verifyRequest` takes it. */
export const signedRequestOf = (
  request: { method: string; url: string; headers: Record<string, string | string[] | undefined> },
  origin: string,
): SignedRequest => ({
  method: request.method,
  url: origin + request.url,
  headers: Object.fromEntries(
    Object.entries(request.headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  ),
});
