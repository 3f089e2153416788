import { z } from 'zod';
import { bytes, minor, moment, rowOf, text, whole } from '../../platform/database/columns';

/** A statement while it is worked on; `endsAt` is the first moment that it does not cover. */
export const statementRow = rowOf({
  /** SHA-256 of the file; null of one that arrived before it was recorded. */
  digest: bytes.nullable(),
  ...{ id: whole, day: text, file: text, createdAt: moment, endsAt: moment, opening: minor, closing: minor },
  ...{ net: minor, state: z.enum(['storing', 'comparing', 'done']), progress: text },
});
export type SettlementStatement = z.output<typeof statementRow>;
