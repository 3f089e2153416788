import { Readable } from 'node:stream';
import type { CreditTransfer, CreditTransfers } from '../../libs/contracts/rails/credit-transfers';
import { transferFileParts } from '../../libs/contracts/rails/transfer-files';
import { contentDigest, signRequest } from '../../libs/contracts/rails/signature';
import { newId, railKey } from './clearing-house';

/** A credit of 12.34 euros to an account. */
export const fileCreditTo = (account: string, changed: Partial<CreditTransfer> = {}): CreditTransfer => ({
  transactionId: newId(),
  endToEndId: 'BENEFIT-10',
  amount: { minor: 1_234n, currency: 'EUR' },
  debtor: { name: 'Caisse', account: 'DE89370400440532013000' },
  creditor: { name: 'Anyone', account },
  remittance: 'Allocation',
  ...changed,
});

export type FileHead = Partial<Omit<CreditTransfers, 'transfers'>> & { count?: number; total?: bigint };

/** The text of a pacs.008 with one credit in each line; its totals fit unless they are given. */
export async function creditFileOf(
  transfers: CreditTransfer[],
  { count = transfers.length, total, ...head }: FileHead = {},
): Promise<string> {
  const minor = total ?? transfers.reduce((sum, { amount }) => sum + amount.minor, 0n);
  const message = {
    type: 'pacs.008.001.08' as const,
    messageId: newId(),
    createdAt: new Date(),
    instant: false,
    settlementDay: '2026-11-23',
    sender: 'CAISFRPPXXX',
    ...head,
  };
  const batches = Readable.from([transfers]) as AsyncIterable<CreditTransfer[]>;
  let text = '';
  for await (const part of transferFileParts(
    message,
    { count, total: { minor, currency: 'EUR' } },
    batches,
  )) {
    text += part;
  }
  return text.replaceAll('<CdtTrfTxInf>', '\n<CdtTrfTxInf>');
}

/** Posts a file to the bank's port, signed unless a test changes the headers. */
export async function postFile(
  shellUrl: string,
  body: string,
  { key = railKey, change = {} }: { key?: typeof railKey; change?: Record<string, string> } = {},
): Promise<{ status: number; text: string }> {
  const url = `${shellUrl}/rails/sepa/files`;
  const digest = contentDigest(body);
  const signature = await signRequest(key, { method: 'POST', url, digest });
  const headers = { ...signature, 'content-digest': digest, 'content-type': 'application/xml', ...change };
  const response = await fetch(url, { method: 'POST', headers, body });
  return { status: response.status, text: await response.text() };
}
