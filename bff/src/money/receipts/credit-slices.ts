import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { homeCurrency } from '@bank/contracts/currencies';
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

/**
 * Works on the slices in their order, on some at once: while the database writes one, the next is prepared. Waits for all
 * that were begun. @throws the first error, after which none is begun.
 */
export async function eachSlice(
  slices: AsyncGenerator<CreditSlice>,
  { atOnce, stopping }: { atOnce: number; stopping: AbortSignal },
  work: (slice: CreditSlice) => Promise<void>,
): Promise<void> {
  const begun = new Set<Promise<void>>();
  try {
    for await (const slice of slices) {
      if (stopping.aborted) break;
      const one = work(slice).then(() => void begun.delete(one));
      begun.add(one);
      // Its error is thrown by the race, or at the end.
      one.catch(() => undefined);
      if (begun.size >= atOnce) await Promise.race(begun);
    }
  } finally {
    await Promise.allSettled(begun);
  }
  await Promise.all(begun);
}

/** The credits of a slice that can be read. */
export const transfersOf = ({ credits }: CreditSlice): CreditTransfer[] =>
  credits.flatMap(({ transfer }) => transfer ?? []);

/** The sum of the credits in euros, in cents. */
export const totalInEuros = (transfers: readonly CreditTransfer[]): bigint =>
  transfers.reduce((sum, { amount }) => (amount.currency === homeCurrency ? sum + amount.minor : sum), 0n);

/** SHA-256 of everything that is booked of credits. */
export const digestOf = (transfers: readonly CreditTransfer[]): Buffer =>
  createHash('sha256')
    .update(
      JSON.stringify(
        transfers.map((transfer) => {
          const { amount } = transfer;
          return { ...transfer, amount: { ...amount, minor: `${amount.minor}` } };
        }),
      ),
    )
    .digest();
