import type { Database, Transaction } from '../../platform/database/database';
import type { PaymentRail } from '../../ports/payment-rail/payment-rail';
import { CollectionClearingService } from './collection-clearing.service';
import type { Outcome } from './debit-outcomes.service';
import type { AcceptedDebit } from './direct-debit.sql';
import type { DueDebitsService } from './due-debits.service';
import type { HeldDebitsService } from './held-debits.service';
import type { IncomingCollectionsService } from './incoming-collections.service';

const debit = (id: number) => ({ id, messageId: 'M', transactionId: `T${id}` }) as AcceptedDebit;
const ended = (debits: AcceptedDebit[], ...to: Outcome['to'][]): Promise<Outcome[]> =>
  Promise.resolve(debits.map((each, at) => ({ debit: each, to: to[at % to.length] ?? 'booked' })));

it('keeps of the due collections of a run only how many came to each outcome', async () => {
  const slices = [[debit(1), debit(2)], [debit(3)], [], [debit(4)], []];
  const tx = { rows: () => Promise.resolve(slices.shift() ?? []) } as unknown as Transaction;
  const database = { transaction: (work: (tx: Transaction) => unknown) => Promise.resolve(work(tx)) };
  const reported: number[] = [];
  const rail = {
    report: (_tx: unknown, _of: unknown, decisions: unknown[]) => {
      reported.push(decisions.length);
      return Promise.resolve();
    },
  };
  const clearing = new CollectionClearingService(
    database as unknown as Database,
    rail as unknown as PaymentRail,
    {} as IncomingCollectionsService,
    {
      settle: (_tx: unknown, debits: AcceptedDebit[]) => ended(debits, 'booked', 'held'),
    } as DueDebitsService,
    { release: (_tx: unknown, debits: AcceptedDebit[]) => ended(debits, 'returned') } as HeldDebitsService,
  );
  expect(await clearing.runDue(new Date(), new AbortController().signal)).toEqual({
    booked: 2,
    held: 1,
    refused: 0,
    returned: 1,
    refunded: 0,
  });
  expect(reported).toEqual([2, 1]);
});
