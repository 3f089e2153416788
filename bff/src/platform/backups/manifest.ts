import { randomBytes } from 'node:crypto';
import { z } from 'zod';

/** A sealed stream, cut into objects of bounded size; each has its hash here. */
const storedStream = z.object({
  name: z.string(),
  parts: z.array(z.object({ bytes: z.int(), sha256: z.hex().length(64) })).min(1),
});
export type StoredStream = z.infer<typeof storedStream>;

const shared = {
  version: z.literal(1),
  id: z.string(),
  /** All of one database's binary log without a gap; a restored or other database begins another stream. */
  stream: z.string(),
  /** Everything that was confirmed before this moment is in it, by the clock of the database. */
  until: z.iso.datetime(),
};

/** A copy of the database's files, whole or of what changed since `base`. */
const copy = z.object({
  ...shared,
  kind: z.enum(['full', 'incremental']),
  base: z.string().nullable(),
  /** The name of the bank's database. */
  database: z.string(),
  /** Up to which place in InnoDB's log the pages were copied, as a decimal. */
  lsn: z.string().regex(/^\d+$/),
  /** The position at which the binary log continues. */
  log: z.object({ file: z.string(), position: z.int() }),
  data: storedStream,
  /** The servers' files in DATA_DIR beside the database: keys, passwords, documents without a bucket. */
  folder: storedStream,
});

/** Closed files of the binary log, in order. */
const log = z.object({
  ...shared,
  kind: z.literal('log'),
  files: z.array(z.object({ name: z.string(), sha256: z.hex().length(64), content: storedStream })).min(1),
  /** The additions to DATA_DIR since, by gzip; undefined in pieces of older backups. */
  folder: storedStream.optional(),
});

export const manifest = z.discriminatedUnion('kind', [copy, log]);
export type Manifest = z.infer<typeof manifest>;
export type Copy = z.infer<typeof copy>;
export type LogFiles = z.infer<typeof log>;
export type Kind = Manifest['kind'];

export const isCopy = (one: Manifest): one is Copy => one.kind !== 'log';
export const isLog = (one: Manifest): one is LogFiles => one.kind === 'log';

/** The number of a file of the binary log such as `changes.000012`. */
export const numberOf = (file: string): number => Number(/\.(\d+)$/.exec(file)?.[1] ?? Number.NaN);

/** An id that sorts by time, such as `20261123T221502Z-full-9f3c`. */
export const newId = (at: Date, kind: Kind): string =>
  `${at.toISOString().replace(/[-:]|\.\d+/g, '')}-${kind}-${randomBytes(4).toString('hex')}`;

/** The moment in an id. */
export function momentOf(id: string): Date {
  return new Date(id.slice(0, 16).replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
}

/** A backup that cannot be taken or restored; the message is a sentence for an operator. */
export class BackupError extends Error {}
