import { isIban } from '@bank/contracts/iban';
import type { CreditTransfer, CreditTransfers } from '@bank/contracts/rails/credit-transfers';
import { type Account, accountsFor, accountsOf, numberIn } from '../accounts/accounts';
import type { Behaviour } from '../accounts/people';
import type { Sql } from '../database/database';
import { type Answer, answerWith, taken } from '../messages/answer';
import { enqueue } from '../messages/outbox';
import { type Payment, type PaymentState, paymentsOf } from './payments';
import { refusalOf, reportOn, statusOf } from './reports';
import { giveBack } from './returns';
import { settle } from './settlement';

/** The delays of a made-up bank's later actions, ms after the payment. */
export interface Delays {
  /** Of a late answer: more than the ten seconds of an instant payment. */
  late: number;
  /** Of a returned payment. */
  return: number;
}

/** Reason codes of ISO 20022 with which accounts of a behaviour reject payments. */
const rejections: Partial<Record<Behaviour, string>> = {
  closed: 'AC04',
  unknown: 'AC01',
  blocked: 'AC06',
  forbids: 'MS03',
};

/** A payment of the message, as it is stored. */
type Decided = Omit<Payment, 'id' | 'account_id'> & { account_id: number | null };

/**
 * pacs.008 of the bank: every payment once by its transaction id, whichever message brings it. A message with different payments
 * under one id is refused as a whole: an answer could not name which of them it is about.
 */
export async function receiveTransfers(
  sql: Sql,
  message: CreditTransfers,
  at: Date,
  delays: Delays,
): Promise<Answer> {
  const byId = new Map(message.transfers.map((each) => [each.transactionId, each]));
  const transfers = [...byId.values()];
  if (!message.transfers.every((each) => isRepeated(each, byId.get(each.transactionId) ?? each)))
    return { ...answerWith(refusalOf(message, 'AM05', at)), status: 422 };
  const known = await paymentsOf(
    sql,
    ['received'],
    transfers.map(({ transactionId }) => transactionId),
  );
  const altered = await alteredOf(sql, transfers, known);
  const fresh = transfers.filter(({ transactionId }) => !known.has(transactionId));
  const accounts = await accountsFor(
    sql,
    fresh
      .filter((transfer) => isPayable(transfer, message))
      .flatMap((transfer) =>
        [accountKey(transfer), currencyKey(transfer)].map((account) => ({
          account,
          name: transfer.creditor.name,
        })),
      ),
    at,
  );
  const decided = fresh.map((transfer) => decide(transfer, message, accounts, at));
  await sql.insert('payments', decided);
  await settle(sql, decided.filter(isSettled), at);
  const behaviourOf = (transfer: CreditTransfer) =>
    known.has(transfer.transactionId) ? 'settles' : accounts.get(accountKey(transfer))?.behaviour;
  const returned = fresh.filter((each) => behaviourOf(each) === 'returns');
  await sendReturns(sql, returned, new Date(at.getTime() + delays.return));
  const stored = new Map<string, Decided>([
    ...known,
    ...decided.map((each) => [each.transaction_id, each] as const),
  ]);
  return report(sql, message, { transfers, stored, altered, behaviourOf, at, delays });
}

/** The ids of payments that differ from the earlier one under their id: a repeated one is the same in all that names it. */
async function alteredOf(
  sql: Sql,
  transfers: CreditTransfer[],
  known: Map<string, Payment>,
): Promise<Set<string>> {
  const repeated = transfers.filter(({ transactionId }) => known.has(transactionId));
  const creditors = await accountsOf(sql, repeated.map(currencyKey));
  const others = repeated.filter((transfer) => {
    const payment = known.get(transfer.transactionId);
    const account = creditors.get(currencyKey(transfer))?.id;
    return payment && payment.reason !== 'NOOR' && !isSame(payment, transfer, account);
  });
  return new Set(others.map(({ transactionId }) => transactionId));
}

/** Whether two payments of one message are one that is there twice. */
const isRepeated = (one: CreditTransfer, other: CreditTransfer): boolean =>
  one.amount.minor === other.amount.minor &&
  one.amount.currency === other.amount.currency &&
  one.endToEndId === other.endToEndId &&
  one.debtor.account === other.debtor.account &&
  accountKey(one) === accountKey(other);

/** @param account of the creditor; undefined for one that the world has not met */
const isSame = (payment: Payment, transfer: CreditTransfer, account: number | undefined): boolean =>
  payment.amount === transfer.amount.minor &&
  payment.currency === transfer.amount.currency &&
  payment.end_to_end_id === transfer.endToEndId &&
  payment.customer_iban === transfer.debtor.account &&
  (payment.account_id === null || payment.account_id === account);

const isPayable = (transfer: CreditTransfer, { international = false }: CreditTransfers) =>
  transfer.amount.minor > 0n &&
  (isIban(transfer.creditor.account) || (international && transfer.creditor.bic !== undefined)) &&
  (transfer.amount.currency === 'EUR' || international);

/** Account numbers without an IBAN are unique with their bank only. */
const accountKey = ({ creditor: { account, bic } }: CreditTransfer) =>
  isIban(account) ? account : `${bic?.slice(0, 8) ?? ''}${account}`.slice(0, 34);

/** The key of the receiving account. */
const currencyKey = (transfer: CreditTransfer) => numberIn(transfer.amount.currency, accountKey(transfer));

const isSettled = (payment: Decided): payment is Decided & { account_id: number } =>
  payment.state === 'settled' && payment.account_id !== null;

function decide(
  transfer: CreditTransfer,
  message: CreditTransfers,
  accounts: Map<string, Account>,
  at: Date,
): Decided {
  const account = isPayable(transfer, message) ? accounts.get(accountKey(transfer)) : undefined;
  const money = accounts.get(currencyKey(transfer));
  return {
    kind: 'received',
    transaction_id: transfer.transactionId,
    end_to_end_id: transfer.endToEndId,
    message_id: message.messageId,
    account_id: account ? (money?.id ?? null) : null,
    customer_name: transfer.debtor.name.slice(0, 140),
    customer_iban: transfer.debtor.account,
    amount: transfer.amount.minor,
    currency: transfer.amount.currency,
    remittance: transfer.remittance?.slice(0, 140) ?? null,
    uetr: transfer.uetr ?? null,
    instant: message.instant ? 1 : 0,
    ...outcome(transfer, account, message),
    mandate_id: null,
    due_on: null,
    return_id: null,
    created_at: at,
  };
}

function outcome(
  { amount }: CreditTransfer,
  account: Account | undefined,
  { instant, international = false }: CreditTransfers,
): { state: PaymentState; reason: string | null } {
  const reject = (reason: string) => ({ state: 'rejected' as const, reason });
  if (amount.currency !== 'EUR' && !international) return reject('AM03');
  if (amount.minor <= 0n) return reject('AM01');
  if (!account) return reject('AC01');
  const rejection = rejections[account.behaviour];
  if (rejection) return reject(rejection);
  // Nobody decides within the seconds of an instant payment: AB05, time-out at the creditor's bank.
  if (account.behaviour === 'asks') return instant ? reject('AB05') : { state: 'pending', reason: null };
  return { state: 'settled', reason: null };
}

async function sendReturns(sql: Sql, transfers: CreditTransfer[], at: Date): Promise<void> {
  const ids = transfers.map(({ transactionId }) => transactionId);
  for (const payment of (await paymentsOf(sql, ['received'], ids)).values()) {
    if (payment.state === 'settled') await giveBack(sql, payment, 'MS02', at, { delayed: true });
  }
}

interface Reporting {
  transfers: CreditTransfer[];
  stored: Map<string, Decided>;
  /** The ids that were used for other payments. */
  altered: Set<string>;
  behaviourOf: (transfer: CreditTransfer) => Behaviour | undefined;
  at: Date;
  delays: Delays;
}

async function report(
  sql: Sql,
  message: CreditTransfers,
  { transfers, stored, altered, behaviourOf, at, delays }: Reporting,
): Promise<Answer> {
  const statusFor = (transfer: CreditTransfer) => {
    const payment = stored.get(transfer.transactionId);
    if (!payment) throw new Error(`the payment ${transfer.transactionId} is not stored`);
    // AM05: the id was used for another payment.
    return altered.has(transfer.transactionId)
      ? statusOf({ ...payment, state: 'rejected', reason: 'AM05' })
      : statusOf(payment);
  };
  const [only] = transfers;
  if (message.instant && only && transfers.length === 1) {
    const behaviour = behaviourOf(only);
    return {
      ...answerWith(reportOn(message, [statusFor(only)], at)),
      ...(behaviour === 'silent' && { silent: true }),
      ...(behaviour === 'late' && { delayMs: delays.late }),
    };
  }
  const late = transfers.filter((transfer) => behaviourOf(transfer) === 'late');
  if (late.length > 0) {
    const then = new Date(at.getTime() + delays.late);
    await enqueue(sql, reportOn(message, late.map(statusFor), then), { delayed: true });
  }
  const prompt = transfers.filter((transfer) => !/^(late|silent)$/.test(behaviourOf(transfer) ?? ''));
  const statuses = prompt.map(statusFor).filter(({ status }) => status !== 'PDNG');
  return statuses.length > 0 ? answerWith(reportOn(message, statuses, at)) : taken;
}
