import type { DirectDebit, DirectDebitList, Mandate, MandateList } from '../../libs/contracts/direct-debits';
import type { Collection, Collections } from '../../libs/contracts/rails/collections';
import { readMessage, writeMessage } from '../../libs/contracts/rails/messages';
import type { PaymentReturns } from '../../libs/contracts/rails/returns';
import type { ReportedStatus, StatusReport } from '../../libs/contracts/rails/status-reports';
import type { Bank } from '../support/bank';
import { newId, postToBank } from '../support/clearing-house';
import type { SignedIn, TestConnection } from '../support/customers';
import { call } from '../support/http';
import { paymentCalls } from './payment-fixture';

export const energy = {
  id: 'FR72ZZZ123456',
  name: 'Energie Test',
  account: 'FR1420041010050500013M02606',
  bic: 'ENERFRPPXXX',
};
/** Another creditor, valid as well. */
export const phone = { ...energy, id: 'DE98ZZZ09999999999', name: 'Telefon Test', bic: 'TELEDEFFXXX' };

/** A day of Paris, so many days from today. */
export function dayFromNow(days: number): string {
  const today = new Date().toLocaleDateString('en-CA', { timeZone: 'Europe/Paris' });
  const noon = new Date(`${today}T12:00:00Z`);
  noon.setUTCDate(noon.getUTCDate() + days);
  return noon.toISOString().slice(0, 10);
}

type Changed = Partial<Collection>;

/** Collections from customers, over the messages of the clearing house, and the calls about them. */
export function collectionCalls(bank: Pick<Bank, 'shellUrl' | 'rail'>, database: TestConnection) {
  const { shellUrl, rail } = bank;
  const calls = paymentCalls(shellUrl, database);

  const messageOf = (...collections: Collection[]): Collections => ({
    type: 'pacs.003.001.08',
    messageId: newId(),
    createdAt: new Date(),
    settlementDay: dayFromNow(0),
    collections,
  });
  const collectionOf = (account: string, changed: Changed = {}): Collection => ({
    transactionId: newId(),
    endToEndId: 'NOTPROVIDED',
    amount: { minor: 3_990n, currency: 'EUR' },
    creditor: energy,
    debtor: { name: 'Marie', account },
    mandateId: 'M-1',
    signedOn: '2026-01-02',
    sequence: 'RCUR',
    remittance: 'Bill 7',
    ...changed,
  });
  const send = (message: Collections) => postToBank(shellUrl, writeMessage(message));
  const statusesIn = (text: string): ReportedStatus[] =>
    (readMessage(Buffer.from(text)) as StatusReport).statuses;
  const post = <Body = DirectDebit & { code?: string }>(
    who: SignedIn,
    path: string,
    body = {},
    key?: string,
  ) =>
    call<Body>('POST', `${shellUrl}/api/${path}`, {
      token: who.token,
      body,
      ...(key && { headers: { 'idempotency-key': key } }),
    });
  const ibanOf = async ({ id }: SignedIn) =>
    String((await database.rows('SELECT iban FROM accounts WHERE user_id = ?', [id]))[0]?.iban);

  return {
    calls,
    messageOf,
    collectionOf,
    send,
    statusesIn,
    ibanOf,
    /** A customer with a balance in euros and an account to collect from. */
    async payer(euros = 100): Promise<SignedIn & { iban: string }> {
      const who = await calls.customer(euros);
      return { ...who, iban: await ibanOf(who) };
    },
    /** The keys of a customer's notifications, the first one first. */
    notified: async ({ id }: SignedIn) =>
      (await database.rows('SELECT text_key FROM notifications WHERE user_id = ? ORDER BY id', [id])).map(
        ({ text_key }) => text_key,
      ),
    /** Collects, and returns the status in the answer. */
    async collect(account: string, changed: Changed = {}): Promise<ReportedStatus> {
      const { status, text } = await send(messageOf(collectionOf(account, changed)));
      if (status !== 200) throw new Error(`the bank answered ${status} ${text}`);
      return statusesIn(text)[0]!;
    },
    async debits(who: SignedIn, query = ''): Promise<DirectDebit[]> {
      const { body } = await calls.get<DirectDebitList>(who, `direct-debits${query}`);
      return body.direct_debits;
    },
    async mandates(who: SignedIn): Promise<Mandate[]> {
      return (await calls.get<MandateList>(who, 'mandates')).body.mandates;
    },
    act: (
      who: SignedIn,
      { id }: { id: number },
      act: 'refuse' | 'pass' | 'refund',
      body?: object,
      key?: string,
    ) => post(who, `direct-debits/${id}/${act}`, body, key),
    block: (who: SignedIn, { id }: { id: number }, act: 'block' | 'unblock' = 'block') =>
      post<Mandate>(who, `mandates/${id}/${act}`),
    settings: (who: SignedIn, body: object) =>
      call<Record<string, unknown>>('PUT', `${shellUrl}/api/settings/direct-debits`, {
        token: who.token,
        body,
      }),
    /** The reasons of the returns that the clearing house got for a transaction. */
    returnsOf: (transactionId: string): string[] =>
      rail.received
        .filter((message): message is PaymentReturns => message.type === 'pacs.004.001.09')
        .flatMap(({ returns }) => returns)
        .filter(({ originalTransactionId }) => originalTransactionId === transactionId)
        .map(({ reason }) => reason.code),
    /** The statuses that the clearing house was sent later for a transaction. */
    reportsOf: (transactionId: string): ReportedStatus[] =>
      rail.received
        .filter((message): message is StatusReport => message.type === 'pacs.002.001.10')
        .flatMap(({ statuses }) => statuses)
        .filter((status) => status.transactionId === transactionId),
    /** The sum of all accounts, which is zero at every moment. */
    total: async () => Number((await database.rows('SELECT SUM(balance) AS total FROM accounts'))[0]?.total),
  };
}
