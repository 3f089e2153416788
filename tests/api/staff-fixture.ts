import { newCustomer, newPassword, type NewCustomer } from '../support/customers';
import { sharedBank } from '../support/shared-bank';
import { staffCalls } from '../support/staff';
import { paymentCalls } from './payment-fixture';
import { callsFrom, somebody } from './people';

const names = { first_name: 'Test', last_name: 'Client' };

/** The form of a person with their current values and changes. */
export const written = (
  { email, username }: Pick<NewCustomer, 'email' | 'username'>,
  changes: object = {},
) => ({
  email,
  username,
  ...names,
  phone: '',
  role: 'user',
  status: 'active',
  kyc_status: 'approved',
  ...changes,
});

export const newPerson = (changes: object = {}) => {
  const { password: _none, ...person } = somebody();
  return { ...written(person), ...person, kyc_status: 'pending', ...changes };
};

export const limits = (transfer_limit: number) => ({
  transfer_limit,
  withdrawal_limit: 1_000,
  card_limit: 3_000,
  reason: 'Demande',
});

/** The response to a change that awaits a second administrator. */
export const waits = { status: 202, body: { success: true, awaiting: 'second_approval' } };
export const refused = (status: number, code: string) => ({ status, body: { code } });

/** The shared bank with the calls of its staff. */
export function staffedBank() {
  const { bank, database } = sharedBank();
  /** A column of the person's account, in the currency's main unit. */
  const amount = async (column: 'balance' | 'transfer_limit', { id }: { id: number }) => {
    const [row] = await database.rows(`SELECT ${column} AS cents FROM accounts WHERE user_id = ?`, [id]);
    return Number(row?.cents) / 100;
  };
  return {
    bank,
    database,
    staff: staffCalls(bank.shellUrl, database),
    payments: paymentCalls(bank.shellUrl, database),
    customer: () => newCustomer(bank.shellUrl),
    balanceOf: (who: { id: number }) => amount('balance', who),
    limitOf: (who: { id: number }) => amount('transfer_limit', who),
    async personOf({ id }: { id: number }) {
      const columns = 'email, role, status, kyc_status, password_hash';
      return (await database.rows(`SELECT ${columns} FROM users WHERE id = ?`, [id]))[0];
    },
    signIn: (identifier: string, password = newPassword) =>
      callsFrom(bank.shellUrl).signIn(identifier, password),
  };
}
