import { toMinor } from '@bank/contracts/money';
import { z } from 'zod';
import { accountOfKind } from '../accounts/accounts';
import { book } from '../accounts/entries';
import type { Database, Sql } from '../database/database';
import { jsonOf } from '../http/json';
import { type Answer, refused } from '../messages/answer';

const request = z.object({
  id: z.string().regex(/^[\x21-\x7e]{1,64}$/),
  amount: z.number().positive().max(1_000_000),
  currency: z.string().regex(/^[A-Z]{3}$/),
});

/** Codes of ISO 8583: approved, not sufficient funds, issuer or switch inoperative. */
type Code = '00' | '51' | '91';

interface TopUp {
  id: string;
  amount: bigint;
  currency: string;
  code: Code;
}

/** Amounts by which a tester reaches a decline: 9 999,51 and 9 999,91. */
const codeFor = (amount: bigint, currency: string): Code => {
  if (currency !== 'EUR' || amount === 999_951n) return '51';
  return amount === 999_991n ? '91' : '00';
};

/** A card pays money into an account of the bank: decided at once, once by its id, and booked with the decision. */
export async function topUp(database: Database, body: Buffer, at: Date): Promise<Answer> {
  const asked = request.safeParse(jsonOf(body));
  const minor = asked.success ? wholeCents(asked.data.amount) : undefined;
  if (!asked.success || minor === undefined) {
    return refused(400, 'A top-up needs an id, an amount in whole cents and a currency.');
  }
  const { id, currency } = asked.data;
  const stored = await database.transaction((sql) => decide(sql, { id, amount: minor, currency }, at));
  if (stored.amount !== minor || stored.currency !== currency) {
    return refused(409, 'Another top-up has this id.');
  }
  const result = stored.code === '00' ? 'approved' : 'declined';
  return { status: 200, body: JSON.stringify({ id, result, code: stored.code }) };
}

async function decide(sql: Sql, asked: Omit<TopUp, 'code'>, at: Date): Promise<TopUp> {
  const code = codeFor(asked.amount, asked.currency);
  await sql.insert('top_ups', [{ ...asked, code, at }], { once: true });
  const stored = await sql.row<TopUp>(
    'SELECT id, amount, currency, code FROM top_ups WHERE id = ? FOR UPDATE',
    [asked.id],
  );
  if (!stored) throw new Error(`the top-up ${asked.id} is not stored`);
  if (stored.code === '00') {
    const [from, to] = [await accountOfKind(sql, 'cardholders'), await accountOfKind(sql, 'cards')];
    const movement = { source: `top_up:${stored.id}`, step: 'top_up' as const, amount: stored.amount };
    await book(sql, [{ ...movement, from: from.id, to: to.id }], at);
  }
  return stored;
}

function wholeCents(amount: number): bigint | undefined {
  try {
    return toMinor(amount);
  } catch {
    return undefined;
  }
}
