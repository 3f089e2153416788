import type { Collections } from '@bank/contracts/rails/collections';
import type { CreditTransfers } from '@bank/contracts/rails/credit-transfers';
import { type Account, accountsFor, accountsOf, numberIn } from '../accounts/accounts';
import { businessDay } from '../accounts/entries';
import { people } from '../accounts/people';
import { type Payment, paymentsOf, setState } from '../clearing/payments';
import { decideRecall } from '../clearing/recalls';
import { reportOn, statusOf } from '../clearing/reports';
import { giveBack } from '../clearing/returns';
import { settle } from '../clearing/settlement';
import type { Database, Sql } from '../database/database';
import { enqueue, newId } from '../messages/outbox';
import type { CollectionRequest, CreditsRequest, DecisionRequest, RecallDecision } from './requests';

/** Why something that was asked for cannot be done; the page has a sentence for each. */
type PlayFault =
  | ('NO_SUCH_ACCOUNT' | 'NO_SUCH_BROWSER' | 'NO_CREDITOR' | 'NO_SUCH_PAYMENT')
  | ('DECIDED' | 'NO_CUSTOMERS' | 'NO_ACCOUNT');

export class PlayError extends Error {
  constructor(readonly code: PlayFault) {
    super(code);
  }
}

interface SentMessage {
  message_id: string;
  transaction_ids: string[];
}

/** Plays the people, shops and banks of the world, for the page as for tests and benches. */
export class Play {
  constructor(
    private readonly database: Database,
    private readonly now: () => Date,
    /** Called when something is to be sent. */
    private readonly sent: () => void,
  ) {}

  /**
   * Sends money to customers of the bank: one pacs.008, over the correspondent bank where it has credits in other currencies than
   * euros, which are never instant. @throws PlayError.
   */
  async sendCredits({ from, instant: asked, credits }: CreditsRequest): Promise<SentMessage> {
    const at = this.now();
    const international = credits.some(({ currency }) => currency !== 'EUR');
    const instant = asked && !international;
    const message = await this.database.transaction(async (sql) => {
      const payer = await accountOf(sql, from ?? people[0]?.iban ?? '');
      const paying = await accountsIn(
        sql,
        payer,
        credits.map(({ currency }) => currency),
        at,
      );
      const written: CreditTransfers = {
        type: 'pacs.008.001.08',
        messageId: newId('C'),
        createdAt: at,
        settlementDay: businessDay(at),
        instant,
        international,
        sender: payer.bic,
        transfers: credits.map(({ iban, name, amount, currency, reference, ...ids }) => ({
          transactionId: ids.transaction_id ?? newId('P'),
          endToEndId: ids.end_to_end_id ?? 'NOTPROVIDED',
          amount: { minor: amount, currency },
          debtor: { name: payer.holder, account: payer.iban, bic: payer.bic },
          creditor: { name, account: iban },
          ...(reference && { remittance: reference }),
          ...(international && { charges: 'SHAR' as const }),
        })),
      };
      const rows = written.transfers.map((each) => ({
        ...row(paying.get(each.amount.currency) ?? payer, written, each.transactionId, at),
        kind: 'credit',
        end_to_end_id: each.endToEndId,
        instant: instant ? 1 : 0,
        customer_name: each.creditor.name,
        customer_iban: each.creditor.account,
        amount: each.amount.minor,
        currency: each.amount.currency,
        remittance: each.remittance ?? null,
        mandate_id: null,
      }));
      // A test may send a payment again under its id.
      await sql.insert('payments', rows, { once: true });
      await enqueue(sql, written);
      return written;
    });
    this.sent();
    return {
      message_id: message.messageId,
      transaction_ids: message.transfers.map(({ transactionId }) => transactionId),
    };
  }

  /** Collects a direct debit from a customer of the bank: one pacs.003. @throws PlayError. */
  async collect(request: CollectionRequest): Promise<SentMessage> {
    const at = this.now();
    const transactionId = request.transaction_id ?? newId('D');
    const messageId = newId('C');
    await this.database.transaction(async (sql) => {
      const creditor = await accountOf(sql, request.from ?? defaultCreditor);
      if (!creditor.creditor_id) throw new PlayError('NO_CREDITOR');
      const { iban, name, amount, mandate_id: mandateId, signed_on: signedOn, sequence, reference } = request;
      const dueOn = request.due_on ?? businessDay(at);
      const message: Collections = {
        type: 'pacs.003.001.08',
        messageId,
        createdAt: at,
        settlementDay: dueOn,
        collections: [
          {
            transactionId,
            endToEndId: 'NOTPROVIDED',
            amount: { minor: amount, currency: 'EUR' },
            creditor: {
              id: creditor.creditor_id,
              name: creditor.holder,
              account: creditor.iban,
              bic: creditor.bic,
            },
            debtor: { name, account: iban },
            mandateId,
            signedOn,
            sequence,
            dueOn,
            ...(reference && { remittance: reference }),
          },
        ],
      };
      const collected = {
        ...row(creditor, message, transactionId, at),
        kind: 'collection',
        end_to_end_id: 'NOTPROVIDED',
        instant: 0,
        customer_name: name,
        customer_iban: iban,
        amount,
        currency: 'EUR',
        remittance: reference ?? null,
        mandate_id: mandateId,
        due_on: dueOn,
      };
      await sql.insert('payments', [collected], { once: true });
      await enqueue(sql, message);
    });
    this.sent();
    return { message_id: messageId, transaction_ids: [transactionId] };
  }

  /** Returns a payment that arrived, or decides a waiting one. @throws PlayError. */
  async decide({ transaction_id, accepts, reason }: DecisionRequest): Promise<void> {
    const at = this.now();
    await this.database.transaction(async (sql) => {
      const payment = (await paymentsOf(sql, ['received'], [transaction_id])).get(transaction_id);
      if (!payment) throw new PlayError('NO_SUCH_PAYMENT');
      const isOpen = payment.state === 'pending' || (payment.state === 'settled' && !accepts);
      if (!isOpen) throw new PlayError('DECIDED');
      if (accepts) await accept(sql, payment, at);
      else await giveBack(sql, payment, reason, at);
    });
    this.sent();
  }

  /** The answer to a recall that waits for it. @throws PlayError. */
  async decideRecall({ recall_id, accepts }: RecallDecision): Promise<void> {
    const wasOpen = await this.database.transaction((sql) =>
      decideRecall(sql, recall_id, accepts, this.now()),
    );
    if (!wasOpen) throw new PlayError('DECIDED');
    this.sent();
  }
}

const defaultCreditor = people.find(({ creditorId }) => creditorId !== undefined)?.iban ?? '';

/** An account of the world. @throws PlayError. */
export async function accountOf(sql: Sql, iban: string): Promise<Account> {
  const account = (await accountsOf(sql, [iban])).get(iban);
  if (!account) throw new PlayError('NO_SUCH_ACCOUNT');
  return account;
}

/** A holder's accounts in currencies, by currency; they are opened with the first payment in it. */
async function accountsIn(
  sql: Sql,
  { iban, holder: name }: Account,
  currencies: readonly string[],
  at: Date,
): Promise<Map<string, Account>> {
  const numbers = new Map(currencies.map((currency) => [currency, numberIn(currency, iban)]));
  const opened = await accountsFor(
    sql,
    [...numbers.values()].map((account) => ({ account, name })),
    at,
  );
  return new Map(
    [...numbers].flatMap(([currency, number]) => {
      const account = opened.get(number);
      return account ? [[currency, account] as const] : [];
    }),
  );
}

const row = (account: Account, { messageId }: { messageId: string }, transactionId: string, at: Date) => ({
  transaction_id: transactionId,
  message_id: messageId,
  account_id: account.id,
  state: 'queued',
  reason: null,
  return_id: null,
  created_at: at,
});

async function accept(sql: Sql, payment: Payment, at: Date): Promise<void> {
  if (payment.account_id === null) throw new PlayError('NO_SUCH_PAYMENT');
  await settle(sql, [{ ...payment, account_id: payment.account_id }], at);
  await setState(sql, payment, 'settled');
  const original = { messageId: payment.message_id, type: 'pacs.008.001.08' };
  await enqueue(sql, reportOn(original, [statusOf({ ...payment, state: 'settled' })], at));
}
