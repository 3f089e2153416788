import {
  type CreditTransfer,
  type CreditTransfers,
  writeTransfer,
  writeTransfersHeader,
} from './credit-transfers';
import type { Money } from './parts';
import { writeElements, writeXml } from './xml';

/** Stands in the envelope where the credits go; no other element of a header has this name. */
const place = 'CdtTrfTxInf';

/**
 * A pacs.008.001.08 of any number of credits, in parts, with one batch of them in memory at a time.
 * @param totals of all credits, which the header has to name before them.
 */
export async function* transferFileParts(
  head: Omit<CreditTransfers, 'transfers'>,
  totals: { count: number; total: Money },
  batches: AsyncIterable<readonly CreditTransfer[]>,
): AsyncGenerator<string> {
  const envelope = writeXml(head.type, {
    FIToFICstmrCdtTrf: { GrpHdr: writeTransfersHeader(head, totals), [place]: '' },
  });
  const [before = '', after = ''] = envelope.split(writeElements({ [place]: '' }));
  yield before;
  for await (const transfers of batches) yield writeElements({ [place]: transfers.map(writeTransfer) });
  yield after;
}
