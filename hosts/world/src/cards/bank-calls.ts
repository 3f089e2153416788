import {
  cardAnswer,
  type CardMessageName,
  cardPath,
  reconciliationAnswer,
} from '@bank/contracts/rails/cards';
import { contentDigest, type RailKey, signRequest, verifyResponse } from '@bank/contracts/rails/signature';
import { jsonOf } from '../http/json';

/** What the bank answered: taken with a code of ISO 8583, or refused for good. */
export interface BankAnswer {
  status: number;
  code?: string;
  challengeId?: string;
  /** Of a reconciliation: whether the sums agree. */
  agrees?: boolean;
}

/** Statuses after which the same message is sent again. */
const isTemporary = (status: number) => status >= 500 || [401, 403, 404, 408, 425, 429].includes(status);

/**
 * Sends one message to the bank.
 * @throws Error without an answer, for one that is temporary, or whose signature does not count.
 */
export async function sendToBank(
  { url: origin, key }: { url: string; key: RailKey },
  { name, body }: { name: CardMessageName; body: string },
  { at, waitMs, stopping }: { at: Date; waitMs: number; stopping: AbortSignal },
): Promise<BankAnswer> {
  const url = origin + cardPath(name);
  const digest = contentDigest(body);
  const nonce = crypto.randomUUID();
  const signature = await signRequest(key, { method: 'POST', url, digest }, { at, nonce });
  const response = await fetch(url, {
    method: 'POST',
    redirect: 'manual',
    body,
    headers: { ...signature, 'content-digest': digest, 'content-type': 'application/json' },
    signal: AbortSignal.any([AbortSignal.timeout(waitMs), stopping]),
  });
  const text = await response.text();
  const { status } = response;
  if (isTemporary(status)) throw new Error(`the bank answered ${status}`);
  const signed = { status, headers: Object.fromEntries(response.headers) };
  await verifyResponse([key], signed, { digest: contentDigest(text), at, nonce });
  const answer = cardAnswer.safeParse(jsonOf(Buffer.from(text)));
  if (answer.success) {
    const { RspnCd, Chllng } = answer.data.PrcgRslt;
    return { status, code: RspnCd, ...(Chllng && { challengeId: Chllng.Id }) };
  }
  const totals = reconciliationAnswer.safeParse(jsonOf(Buffer.from(text)));
  return { status, ...(totals.success && { agrees: totals.data.Rcncltn.Rslt === 'MTCH' }) };
}
