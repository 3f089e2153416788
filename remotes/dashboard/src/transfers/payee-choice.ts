// Of the first page, which is without the validation library.
import { inGroupsOfFour } from '@bank/contracts/account-number';
import { methodFor } from '@bank/contracts/iban';
import type { Beneficiary, RecentPayee } from '@bank/contracts/payees';
import type { TypedOrder } from './transfer-order';

/** A recipient whose name is known, and what the form has to hold to send to them. */
export interface PayeeChoice {
  name: string;
  detail: string;
  values: Partial<TypedOrder>;
}

const none = {
  recipient_id: '',
  beneficiary_id: '',
  recipient_account: '',
  payee_country: '',
  payment_method: 'sepa_transfer',
} satisfies Partial<TypedOrder>;

/** The fields of a form without a recipient. */
export const noPayee = { ...none, recipient_name: '', recipient_label: '' } satisfies Partial<TypedOrder>;

export const customerChoice = (id: number, name: string): PayeeChoice => ({
  name,
  detail: 'Bank PCS',
  values: { ...noPayee, to: 'customer', recipient_id: String(id), recipient_label: name },
});

const toAccount = (account: string, name: string) =>
  ({
    ...none,
    to: 'iban',
    recipient_account: inGroupsOfFour(account),
    recipient_name: name,
    recipient_label: name,
    payment_method: methodFor(account),
  }) satisfies Partial<TypedOrder>;

/** Somebody of before. */
export function recentChoice(payee: RecentPayee): PayeeChoice {
  if (payee.kind === 'customer') return customerChoice(payee.recipient_id, payee.name);
  const { account, name } = payee;
  return { name, detail: endOf(account), values: toAccount(account, name) };
}

/** An entry of the address book; one without an IBAN, or outside SEPA, is paid by an international transfer. */
export function bookChoice({ id, name, account, bic, country }: Beneficiary): PayeeChoice {
  return {
    name,
    detail: endOf(account),
    values: {
      ...toAccount(account, name),
      beneficiary_id: String(id),
      payee_country: bic ? country : '',
      payment_method: methodTo({ account, bic }),
    },
  };
}

/** The method that reaches an entry of the address book. */
export const methodTo = ({ account, bic }: Pick<Beneficiary, 'account' | 'bic'>) =>
  bic === null ? methodFor(account) : 'international_transfer';

const endOf = (account: string) => `… ${account.slice(-4)}`;

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** How many are offered at once. */
const most = 5;

/** Those whose name contains what was typed; with nothing typed, those of before. */
export function offered(typed: string, recent: PayeeChoice[], book: PayeeChoice[]): PayeeChoice[] {
  if (typed.trim() === '') return recent.slice(0, most);
  const found = [...book, ...recent].filter(({ name }) => plain(name).includes(plain(typed.trim())));
  return found
    .filter(
      ({ name, detail }, at) =>
        at === found.findIndex((each) => each.name === name && each.detail === detail),
    )
    .slice(0, most);
}
