import { randomInt } from 'node:crypto';
import { ibanWith } from '../../libs/contracts/iban';
import { generateSync } from 'otplib';
import {
  connectTo,
  newCustomer,
  newPassword,
  promote,
  type NewCustomer,
  type SignedIn,
  type TestConnection,
} from '../support/customers';
import { call } from '../support/http';

export const order = {
  recipient_account: 'FR14 2004 1010 0505 0001 3M02 606',
  recipient_name: 'Anne Durand',
  amount: 120.5,
  payment_method: 'sepa_transfer',
  description: 'Facture 12',
};

export interface MadePayment {
  id: number;
  reference: string;
  amount: number;
  status: string;
  stage: string;
  decided_by: string | null;
  risk: { level: string; score: number; reasons: string[] };
  /** While it is held. */
  why?: object;
}

/** From anywhere: other files of a shared bank have decided what becomes of payments to theirs. */
let ibans = randomInt(100_000_000);
/** An IBAN that no other test uses, so that a test can decide what becomes of its payments. */
export const newIban = () => ibanWith('DE', String(370_400_440_532_000_000n + BigInt((ibans += 1))));

/** Has payments wait for an administrator from now on: the rules let none go. */
export const holdPayments = (database: TestConnection) =>
  database.rows(`REPLACE INTO bank_settings (name, value) VALUES ('automatic_limit', '0')`);

/** Ends `holdPayments`. */
export const letPaymentsGo = (database: TestConnection) =>
  database.rows(`DELETE FROM bank_settings WHERE name = 'automatic_limit'`);

/** Has the payments of a file's customers wait for an administrator. */
export function letNoPaymentGo({ migrationUrl }: { migrationUrl: string }) {
  const write = async (change: typeof holdPayments) => {
    // The file's own connection ends before its last hook.
    const database = connectTo(migrationUrl);
    await change(database);
    await database.end();
  };
  beforeAll(() => write(holdPayments));
  afterAll(() => write(letPaymentsGo));
}

/** The calls of customers and administrators about payments, over HTTP. */
export function paymentCalls(shellUrl: string, database: TestConnection) {
  const post = <Body = Record<string, unknown>>(who: SignedIn, path: string, body: object, key?: string) =>
    call<Body>('POST', `${shellUrl}/api/${path}`, {
      token: who.token,
      body,
      ...(key && { headers: { 'idempotency-key': key } }),
    });
  return {
    post,
    get: <Body = Record<string, unknown>>(who: SignedIn, path: string) =>
      call<Body>('GET', `${shellUrl}/api/${path}`, { token: who.token }),
    /** A customer with a balance in euros, and by default limits that allow any payment. */
    async customer(euros: number, transferLimit?: number): Promise<NewCustomer> {
      const who = await newCustomer(shellUrl);
      for (let left = euros; left > 0; left -= 10_000) {
        await post(who, 'balance/update', { amount: Math.min(left, 10_000), type: 'add' });
      }
      if (transferLimit) {
        const values = [transferLimit * 100, who.id];
        await database.rows('UPDATE accounts SET transfer_limit = ? WHERE user_id = ?', values);
      }
      return who;
    },
    /** A customer with an approved identity and an account that is not new: the rules let small payments go. */
    async verified(euros: number): Promise<SignedIn> {
      const who = await this.customer(euros);
      await database.rows(`UPDATE users SET kyc_status = 'approved' WHERE id = ?`, [who.id]);
      const older = 'UPDATE accounts SET created_at = created_at - INTERVAL 100 DAY WHERE user_id = ?';
      await database.rows(older, [who.id]);
      return who;
    },
    async administrator(): Promise<SignedIn> {
      const who = await newCustomer(shellUrl);
      await promote(database, who);
      return who;
    },
    /** An administrator with two-factor, and a current, unused code. */
    async protectedAdministrator() {
      const who = await newCustomer(shellUrl);
      await promote(database, who);
      const { body } = await post<{ secret: string }>(who, 'settings/2fa/setup', {});
      const code = () => generateSync({ secret: body.secret, epoch: Math.floor(Date.now() / 1000) });
      const enable = { code: code(), password: newPassword };
      const enabled = await post<{ recovery_codes: string[] }>(who, 'settings/2fa/enable', enable);
      return {
        ...who,
        recoveryCodes: enabled.body.recovery_codes,
        async freshCode() {
          await database.rows('UPDATE two_factor SET last_step = last_step - 10 WHERE user_id = ?', [who.id]);
          return code();
        },
      };
    },
    async pay(who: SignedIn, changed: object = {}): Promise<MadePayment> {
      const { status, body } = await post<{ payment: MadePayment }>(who, 'paiement', {
        ...order,
        ...changed,
      });
      if (status !== 201) throw new Error(`the payment answered ${status} ${JSON.stringify(body)}`);
      return body.payment;
    },
    validate: (who: SignedIn, payment: { id: number }, code = '000000', key?: string) =>
      post(who, 'paiement/validate', { payment_id: payment.id, validation_code: code }, key),
    reject: (who: SignedIn, payment: { id: number }, reason?: string) =>
      post(who, 'paiement/reject', { payment_id: payment.id, ...(reason && { reason }) }),
    /** The stored balance and held amount, in cents. */
    async fundsOf({ id }: SignedIn): Promise<[balance: number, held: number]> {
      const [row] = await database.rows('SELECT balance, held FROM accounts WHERE user_id = ?', [id]);
      return [Number(row?.balance), Number(row?.held)];
    },
    async holdOf({ id }: { id: number }) {
      const [row] = await database.rows('SELECT state FROM holds WHERE payment_id = ?', [id]);
      return row?.state;
    },
  };
}
