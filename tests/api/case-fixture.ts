import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { cardNetwork, newCard } from '../support/card-network';
import { newCustomer, promote, type NewCustomer, type SignedIn } from '../support/customers';
import { call } from '../support/http';
import type { sharedBank } from '../support/shared-bank';

export interface Entry {
  kind: string;
  by: string;
  text: string;
  files: { id: number; name: string }[];
}
export interface Case {
  id: number;
  reference: string;
  state: string;
  version: number;
  way: string | null;
  decision: string | null;
  refund?: object | null;
  due_at: string;
  assignee: { id: number } | null;
  links: { type: string }[];
  entries: Entry[];
  can_write?: boolean;
  code?: string;
  fields?: Record<string, string>;
  cases: Case[];
}
export const form = (texts: Record<string, string>, files: [name: string, content: Buffer][] = []) => {
  const body = new FormData();
  for (const [name, value] of Object.entries(texts)) body.append(name, value);
  for (const [name, content] of files) body.append('files', new Blob([new Uint8Array(content)]), name);
  return body;
};
export const words = { reason: 'not_received', text: 'Le colis n’est jamais arrivé.' };

/** Disputes of customers and the work of staff on them, over HTTP. */
export function caseCalls({ bank, database }: ReturnType<typeof sharedBank>) {
  let clerk: NewCustomer;
  const api = <Body = Case>(who: SignedIn, method: string, route: string, body?: unknown, headers = {}) =>
    call<Body>(method, `${bank.shellUrl}/api/${route}`, { token: who.token, body, headers });
  const dispute = (
    who: SignedIn,
    id: number,
    texts: Record<string, string> = words,
    files: [string, Buffer][] = [],
    headers = {},
  ) => api(who, 'POST', `transactions/${id}/dispute`, form(texts, files), headers);
  const stored = () => readdir(path.join(bank.dataDir, 'documents')).catch(() => []);

  /** A purchase that was booked, by its id in the customer's list, and as the network knows it. */
  async function purchase(who: NewCustomer, amount = '20.00') {
    const card = await newCard(bank, database, who, { virtual: true });
    const network = cardNetwork(bank);
    const { reference } = await network.authorize(card.plastic, { amount });
    await network.post('clearings', network.clearing(card.plastic, reference, { amount }));
    return { card, reference, id: await newest(who) };
  }
  const newest = async (who: SignedIn) => {
    const { body } = await api<{ transactions: { id: number }[] }>(who, 'GET', 'user/transactions?limit=1');
    return body.transactions[0]?.id ?? 0;
  };
  const staff = async (id: number, who: SignedIn = clerk) =>
    (await api(who, 'GET', `admin/cases/${id}`)).body;
  const balance = async ({ id }: SignedIn) => {
    const [row] = await database.rows('SELECT balance FROM accounts WHERE user_id = ?', [id]);
    return Number(row?.balance);
  };
  /** A customer with money, and two administrators, the first of whom reads cases for `staff`. */
  async function people() {
    const join = () => newCustomer(bank.shellUrl);
    const [marie, first, colleague] = await Promise.all([join(), join(), join()]);
    await promote(database, first);
    await promote(database, colleague);
    await api(marie, 'POST', 'balance/update', { amount: 500, type: 'add' });
    clerk = first;
    return { marie, clerk, colleague };
  }
  return { people, api, dispute, stored, purchase, newest, staff, balance };
}
