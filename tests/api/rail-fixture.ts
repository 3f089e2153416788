import type { OwnPayment } from '@bank/contracts/payments';
import type { CreditTransfer, CreditTransfers } from '@bank/contracts/rails/credit-transfers';
import { type RailMessage, writeMessage } from '@bank/contracts/rails/messages';
import type { RecallAnswers, RecallOutcome } from '@bank/contracts/rails/recalls';
import type { PaymentReturns } from '@bank/contracts/rails/returns';
import type { StatusReport } from '@bank/contracts/rails/status-reports';
import { newId, postToBank } from '../support/clearing-house';
import type { SignedIn } from '../support/customers';
import { call } from '../support/http';
import type { sharedBank } from '../support/shared-bank';
import { until } from '../support/until';
import { type MadePayment, order, paymentCalls } from './payment-fixture';

export const returnOf = (
  transactionId: string,
  minor: bigint,
  { returnId = newId(), currency = 'EUR' } = {},
): PaymentReturns => ({
  type: 'pacs.004.001.09',
  messageId: newId(),
  createdAt: new Date(),
  settlementDay: '2026-11-22',
  originalMessageId: 'M-1',
  originalType: 'pacs.008.001.08',
  returns: [
    { returnId, originalTransactionId: transactionId, amount: { minor, currency }, reason: { code: 'AC04' } },
  ],
});
export const reportOf = (transactionId: string, status: 'ACSC' | 'RJCT'): StatusReport => ({
  type: 'pacs.002.001.10',
  messageId: newId(),
  createdAt: new Date(),
  originalMessageId: 'M-1',
  originalType: 'pacs.008.001.08',
  statuses: [{ transactionId, status, ...(status === 'RJCT' && { reason: { code: 'AC01' } }) }],
});

export const credit = (
  account: string,
  changed: Partial<CreditTransfer> = {},
  instantly = true,
): CreditTransfers => ({
  type: 'pacs.008.001.08',
  messageId: newId(),
  createdAt: new Date(),
  settlementDay: '2026-11-22',
  instant: instantly,
  sender: 'ANDRDEFFXXX',
  transfers: [
    {
      transactionId: newId(),
      endToEndId: 'SALARY-11',
      amount: { minor: 150_000n, currency: 'EUR' },
      debtor: { name: 'Fabrik GmbH', account: 'DE89370400440532013000' },
      creditor: { name: 'Anyone', account },
      remittance: 'Salaire',
      ...changed,
    },
  ],
});

export const recallAnswerOf = (reference: string, outcome: RecallOutcome): RecallAnswers =>
  recallAnswersOf([reference, outcome]);
export const recallAnswersOf = (...answers: [transactionId: string, RecallOutcome][]): RecallAnswers => ({
  type: 'camt.029.001.09',
  messageId: newId(),
  createdAt: new Date(),
  sender: 'ANDRDEFFXXX',
  answers: answers.map(([transactionId, outcome]) => ({
    recallId: 'R',
    transactionId,
    outcome,
    ...(outcome === 'RJCR' && { reason: { code: 'ARDT' } }),
  })),
});

/** Payments of customers to other banks, and the messages of the clearing house about them. */
export function railPayments({ bank, database }: ReturnType<typeof sharedBank>) {
  const calls = paymentCalls(bank.shellUrl, database);
  const verified = (euros: number) => calls.verified(euros);
  const pay = (who: SignedIn, recipient: string, changed: object = {}) =>
    calls.pay(who, { ...order, amount: 20, recipient_account: recipient, ...changed });
  const payInstant = (who: SignedIn, recipient: string) =>
    pay(who, recipient, { payment_method: 'sepa_instant' });
  const own = async (who: SignedIn, { id }: { id: number }) =>
    (await calls.get<OwnPayment>(who, `user/payments/${id}`)).body;
  async function atStage(
    who: SignedIn,
    payment: MadePayment,
    stage: OwnPayment['stage'],
  ): Promise<OwnPayment> {
    await until(async () => (await own(who, payment)).stage === stage);
    return own(who, payment);
  }
  const wayOf = ({ stages }: OwnPayment) => stages.map(({ stage }) => stage);
  const cancel = (who: SignedIn, { id }: { id: number }) =>
    call<OwnPayment & { code?: string }>('POST', `${bank.shellUrl}/api/user/payments/${id}/cancel`, {
      token: who.token,
    });
  /** The last cut-off was after this payment. */
  const pastCutOff = ({ id }: MadePayment) =>
    database.rows('UPDATE payments SET queued_at = queued_at - INTERVAL 1 DAY WHERE id = ?', [id]);
  const send = (message: RailMessage) => postToBank(bank.shellUrl, writeMessage(message));
  const incidents = (subject: string) =>
    database.rows('SELECT kind FROM incidents WHERE subject = ?', [subject]);
  const lastSent = (account: string) =>
    bank.rail.received.find(
      (message): message is CreditTransfers =>
        message.type === 'pacs.008.001.08' &&
        message.transfers.some(({ creditor }) => creditor.account === account),
    );

  /** The types of the messages about a payment that the clearing house received, in their order. */
  const typesAbout = ({ reference }: MadePayment) =>
    bank.rail.received.filter((message) => writeMessage(message).includes(reference)).map(({ type }) => type);
  const ibanOf = async ({ id }: SignedIn) =>
    String((await database.rows('SELECT iban FROM accounts WHERE user_id = ?', [id]))[0]?.iban);
  const unverified = async () => {
    const who = await verified(100);
    await database.rows(`UPDATE users SET kyc_status = 'pending' WHERE id = ?`, [who.id]);
    return who;
  };
  return {
    calls,
    verified,
    pay,
    payInstant,
    own,
    atStage,
    wayOf,
    cancel,
    pastCutOff,
    send,
    incidents,
    lastSent,
    typesAbout,
    ibanOf,
    unverified,
  };
}
