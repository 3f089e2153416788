import type { CreditTransfers } from '@bank/contracts/rails/credit-transfers';
import { readMessage } from '@bank/contracts/rails/messages';
import type { BankSettingsService } from '../../platform/bank-settings/bank-settings.service';
import type { Config } from '../../platform/config/config';
import type { Database, Transaction } from '../../platform/database/database';
import { RandomSource } from '../../platform/security/random-source.service';
import type { NewMessage, OutboxService } from '../messages/outbox.service';
import type { SepaFilesService } from './sepa-files.service';
import type { SepaInboxService } from './sepa-inbox.service';
import type { SepaMessagesService } from './sepa-messages.service';
import { SepaRailService } from './sepa-rail.service';
import { everyMinute, SettlementDays } from './settlement-days.service';

const tx = {} as Transaction;
const amount = { minor: 1n, currency: 'EUR' };
const party = { name: 'Anne Durand', account: 'FR1420041010050500013M02606' };
const payment = { transactionId: 'T', endToEndId: 'E', amount, debtor: party, creditor: party };
const returned = { returnId: 'R', originalTransactionId: 'T', amount, reason: { code: 'AC04' } };
const original = { originalMessageId: 'M', originalType: 'pacs.008.001.08' as const };

/** The settlement days of a batch, an instant payment and a return that leave at a moment. */
async function daysAt(moment: string, cutOffs?: string): Promise<string[]> {
  const sent: NewMessage[] = [];
  const outbox = {
    store: (_tx: Transaction, message: NewMessage) => Promise.resolve(void sent.push(message)),
  } as unknown as OutboxService;
  const days = new SettlementDays({ read: () => Promise.resolve(cutOffs) } as unknown as BankSettingsService);
  const clock = { now: () => new Date(moment) };
  const rail = new SepaRailService(
    ...([{} as Config, {} as Database, outbox, {} as SepaInboxService, {} as SepaFilesService] as const),
    ...([{} as SepaMessagesService, days, new RandomSource(), clock] as const),
  );
  for (const instant of [false, true]) await rail.send(tx, [payment], { instant, international: false });
  await rail.giveBack(tx, { ...returned, ...original });
  return sent.map(({ body }) => (readMessage(Buffer.from(body)) as CreditTransfers).settlementDay);
}

it.each([
  ['just after midnight in Paris', '2026-11-23T23:30:00Z', '2026-11-24', '2026-11-24'],
  ['on a Saturday', '2026-11-28T11:00:00Z', '2026-11-30', '2026-11-28'],
  [
    'in the last hour of a Sunday, when it is Monday in Paris',
    '2026-11-29T23:30:00Z',
    '2026-11-30',
    '2026-11-30',
  ],
  ['before Easter', '2027-03-26T11:00:00Z', '2027-03-30', '2027-03-26'],
])('names what leaves %s the day on which it is settled', async (_when, moment, batch, instant) => {
  expect(await daysAt(moment)).toEqual([batch, instant, batch]);
  expect(await daysAt(moment, '08:00 14:00')).toEqual([batch, instant, batch]);
  expect(await daysAt(moment, everyMinute)).toEqual([instant, instant, instant]);
});
