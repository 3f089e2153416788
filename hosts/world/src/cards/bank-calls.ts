import {
  cardAnswer,
  type CardMessageName,
  cardPath,
  reconciliationAnswer,
} from '@bank/contracts/rails/cards';
import type { RailKey } from '@bank/contracts/rails/signature';
import { jsonOf } from '../http/json';
import { postSigned, textContent } from '../messages/signed-post';

/** The bank's answer: accepted with a code of ISO 8583, or refused for good. */
export interface BankAnswer {
  status: number;
  code?: string;
  challengeId?: string;
  /** Of a reconciliation: whether the sums agree. */
  agrees?: boolean;
}

/**
 * Sends one message to the bank.
 * @throws Error without an answer, for one that is temporary, or whose signature does not count.
 */
export async function sendToBank(
  bank: { url: string; key: RailKey },
  { name, body }: { name: CardMessageName; body: string },
  waitMs: number,
  during: { now: () => Date; stopping: AbortSignal },
): Promise<BankAnswer> {
  const content = textContent(body, { path: cardPath(name), type: 'application/json', waitMs });
  const { status, body: text } = await postSigned(bank, content, during);
  const answer = cardAnswer.safeParse(jsonOf(Buffer.from(text)));
  if (answer.success) {
    const { RspnCd, Chllng } = answer.data.PrcgRslt;
    return { status, code: RspnCd, ...(Chllng && { challengeId: Chllng.Id }) };
  }
  const totals = reconciliationAnswer.safeParse(jsonOf(Buffer.from(text)));
  return { status, ...(totals.success && { agrees: totals.data.Rcncltn.Rslt === 'MTCH' }) };
}
