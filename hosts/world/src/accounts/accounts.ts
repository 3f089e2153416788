import type { Database, Sql } from '../database/database';
import {
  anybody,
  bankAccounts,
  type AccountKind,
  type Behaviour,
  type Holder,
  people,
  type RecallBehaviour,
} from './people';

/** An account of the world. */
export interface Account {
  id: number;
  iban: string;
  holder: string;
  bic: string;
  kind: AccountKind;
  behaviour: Behaviour;
  recalls: RecallBehaviour;
  creditor_id: string | null;
}

export type NamedAccount = Account & { balance: bigint };

const columns = 'id, iban, holder, bic, kind, behaviour, recalls, creditor_id';
const balance = `CAST(a.opening + COALESCE((SELECT SUM(e.amount) FROM entries e WHERE e.account_id = a.id), 0) AS SIGNED)`;

const row = ({ creditorId, ...holder }: Holder, at: Date) => ({
  ...holder,
  creditor_id: creditorId ?? null,
  opened_at: at,
});

/** Opens the made-up accounts that are not there yet. */
export async function openMadeUpAccounts(sql: Sql, at: Date): Promise<void> {
  await sql.insert(
    'accounts',
    [...bankAccounts, ...people].map((each) => row(each, at)),
    { once: true },
  );
}

/** The accounts of IBANs, by IBAN. */
export async function accountsOf(sql: Sql, ibans: readonly string[]): Promise<Map<string, Account>> {
  if (ibans.length === 0) return new Map();
  const found = await sql.rows<Account>(`SELECT ${columns} FROM accounts WHERE iban IN (?)`, [ibans]);
  return new Map(found.map((account) => [account.iban, account]));
}

/** The accounts of IBANs; for an IBAN that the world has not met, one is opened in the given name. */
export async function accountsFor(
  sql: Sql,
  parties: readonly { account: string; name: string }[],
  at: Date,
): Promise<Map<string, Account>> {
  const ibans = [...new Set(parties.map(({ account }) => account))];
  const known = await accountsOf(sql, ibans);
  const names = new Map(parties.map(({ account, name }) => [account, name]));
  const opened = ibans.filter((iban) => !known.has(iban));
  if (opened.length === 0) return known;
  const rows = opened.map((iban) => row(anybody(iban, names.get(iban) ?? ''), at));
  await sql.insert('accounts', rows, { once: true });
  return accountsOf(sql, ibans);
}

/** The number of an account in a currency: accounts are in euros, and money in others goes to further ones of the same holder. */
export const numberIn = (currency: string, account: string): string =>
  currency === 'EUR' ? account : `${currency}${account}`.slice(0, 34);

/** @throws Error when there is no such account, which the start opened. */
export async function accountOfKind(
  sql: Sql,
  kind: 'settlement' | 'cards' | 'cardholders',
): Promise<Account> {
  const account = await sql.row<Account>(`SELECT ${columns} FROM accounts WHERE kind = ? LIMIT 1`, [kind]);
  if (!account) throw new Error(`the ${kind} account is missing`);
  return account;
}

export const accountById = (sql: Sql, id: number): Promise<Account | undefined> =>
  sql.row<Account>(`SELECT ${columns} FROM accounts WHERE id = ?`, [id]);

/** The accounts of the page with their balances in minor units: all but those that payments opened. */
export const namedAccounts = (sql: Database): Promise<NamedAccount[]> =>
  sql.rows(`SELECT ${columns}, ${balance} AS balance FROM accounts a WHERE kind <> 'anybody' ORDER BY id`);

/** The balance of one account, minor units. */
export const balanceOf = (sql: Sql, id: number): Promise<bigint> =>
  sql.sum(`SELECT ${balance} FROM accounts a WHERE id = ?`, [id]);
