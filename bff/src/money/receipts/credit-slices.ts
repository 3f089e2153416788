import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { CreditTransfer } from '@bank/contracts/rails/credit-transfers';
import type { FileCredit, TransferFileReader } from '@bank/contracts/rails/transfer-files';

/** Credits booked in one transaction: enough for throughput, few enough to keep locks short. */
export const creditsAtOnce = 200;

/** Successive credits of a file. */
export interface CreditSlice {
  /** From 0. */
  number: number;
  credits: FileCredit[];
}

/** The credits of a file in slices of `creditsAtOnce`. @throws XmlError as `TransferFileReader`; what the stream throws. */
export async function* creditSlices(
  reader: TransferFileReader,
  content: Readable,
): AsyncGenerator<CreditSlice> {
  let number = 0;
  let credits: FileCredit[] = [];
  for await (const more of reader.read(content)) {
    credits.push(...more);
    for (; credits.length >= creditsAtOnce; number += 1) {
      yield { number, credits: credits.slice(0, creditsAtOnce) };
      credits = credits.slice(creditsAtOnce);
    }
  }
  if (credits.length > 0) yield { number, credits };
}

/** The same slices, each read while the one before it is worked on. */
export async function* readAhead(slices: AsyncGenerator<CreditSlice>): AsyncGenerator<CreditSlice> {
  let next = slices.next();
  try {
    for (;;) {
      const { done, value } = await next;
      if (done) return;
      next = slices.next();
      // It is thrown when the slice is asked for.
      next.catch(() => undefined);
      yield value;
    }
  } finally {
    await slices.return(undefined);
  }
}

/** The credits of a slice that can be read. */
export const transfersOf = ({ credits }: CreditSlice): CreditTransfer[] =>
  credits.flatMap(({ transfer }) => transfer ?? []);

/** SHA-256 of everything that is booked of credits. */
export const digestOf = (transfers: readonly CreditTransfer[]): Buffer =>
  createHash('sha256')
    .update(
      JSON.stringify(transfers, (_key, value: unknown) => (typeof value === 'bigint' ? `${value}` : value)),
    )
    .digest();
