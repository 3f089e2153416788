import { compactIban } from '@bank/contracts/iban';
import { z } from 'zod';
import { accountsOf } from '../accounts/accounts';
import type { Database } from '../database/database';
import { jsonOf } from '../http/json';
import { type Answer, refused } from '../messages/answer';
import { compareNames, type NameMatch } from './name-match';

const question = z.object({ name: z.string().max(200), account: z.string().max(50) });

interface Verification {
  result: NameMatch | 'not_possible';
  /** The holder's name, for a close match only. */
  name?: string;
}

/** Verification of payee: whether an account belongs to a name. Of accounts that payments opened nothing is known. */
export async function verifyPayee(database: Database, body: Buffer): Promise<Answer> {
  const asked = question.safeParse(jsonOf(body));
  if (!asked.success) return refused(400, 'The question needs a name and an account.');
  return { status: 200, body: JSON.stringify(await verification(database, asked.data)) };
}

async function verification(
  database: Database,
  { name, account: typed }: z.output<typeof question>,
): Promise<Verification> {
  const iban = compactIban(typed);
  const account = (await accountsOf(database, [iban])).get(iban);
  if (!account || account.kind === 'anybody' || account.behaviour === 'unknown') {
    return { result: 'not_possible' };
  }
  const result = compareNames(name, account.holder);
  return result === 'close_match' ? { result, name: account.holder } : { result };
}
