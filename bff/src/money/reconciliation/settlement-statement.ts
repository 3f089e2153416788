import { z } from 'zod';
import { currencies, homeCurrency } from '@bank/contracts/currencies';
import { bytes, minor, moment, rowOf, text, whole } from '../../platform/database/columns';

/** A statement while it is worked on: amounts in minor units of its currency; `endsAt` is the first moment after it. */
export const statementRow = rowOf({
  /** SHA-256 of the file; null of one that arrived before it was recorded. */
  digest: bytes.nullable(),
  id: whole,
  day: text,
  file: text,
  createdAt: moment,
  receivedAt: moment,
  endsAt: moment,
  opening: minor,
  closing: minor,
  currency: z.enum(currencies),
  net: minor,
  state: z.enum(['storing', 'comparing', 'done']),
  progress: text,
});
export type SettlementStatement = z.output<typeof statementRow>;

/** The subject of an incident of a whole statement: its day, and its currency unless it is the euro. */
export const subjectOf = ({ day, currency }: Pick<SettlementStatement, 'day' | 'currency'>): string =>
  currency === homeCurrency ? day : `${day} ${currency}`;
