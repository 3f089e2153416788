import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import { SignatureError } from '@bank/contracts/rails/signature';
import { XmlError } from '@bank/contracts/rails/xml';
import { XmlPartReader } from '@bank/contracts/rails/xml-parts';
import { bytes, rowOf, text, whole } from '../../platform/database/columns';
import { Database } from '../../platform/database/database';
import { isDatabaseAway } from '../../platform/database/database-away';
import { isDuplicateOf } from '../../platform/database/database-error';
import { DocumentStorageService, type KeptFile } from '../../platform/documents/document-storage.service';
import { BoundedQueue } from '../../platform/tasks/bounded-queue';
import { Clock } from '../../platform/time/clock.service';
import { type Handled, MessageIdReused } from '../messages/inbox.service';
import type { ExaminedFile, ExamineFile, RailHandlers } from './payment-rail';

const port = 'sepa';

/** Statements are read as files, however small they are. */
export const statementType = 'camt.053.001.08';

/** ISO 20022 reason codes of what is not a file: FF01 an invalid format, DS0F an unknown type. */
const faults = { unreadable: 'FF01', unknown: 'DS0F' } as const;

/** Reading a large file takes seconds of processor time: one after the other. */
const waitingFiles = 8;

const insert = `
  INSERT INTO rail_files (port, message_id, type, file, size, digest, fault, received_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`;
const byDigest = 'SELECT id, digest, fault, file FROM rail_files WHERE port = ? AND digest = ? LIMIT 1';
const byMessage = 'SELECT id, digest, fault, file FROM rail_files WHERE port = ? AND message_id = ?';
const storedRow = rowOf({ id: whole, digest: bytes, fault: text.nullable(), file: text });
type StoredFile = z.output<typeof storedRow>;
const replace = 'UPDATE rail_files SET file = ? WHERE id = ?';
export const filesOfRail = 'SELECT file FROM rail_files WHERE file IN (?)';

/** Files of the clearing house: stored once as they came, never whole in memory, and handed to the modules that work on them. */
@Injectable()
export class SepaFilesService {
  private readonly handlers: Partial<RailHandlers> = {};
  private readonly queue = new BoundedQueue(1, waitingFiles, ['UNAVAILABLE', { retryAfterSeconds: 10 }]);

  constructor(
    private readonly database: Database,
    private readonly documents: DocumentStorageService,
    private readonly clock: Clock,
  ) {}

  listen(handlers: Partial<RailHandlers>): void {
    Object.assign(this.handlers, handlers);
  }

  /**
   * Stores a file and examines it; it is worked on later. A file that came before gets its earlier answer, and takes
   * the place of the stored one if that is no longer what came. Returns the reason code of one that is refused.
   * @param digest what the sender signed (see `contentDigest`)
   * @throws SignatureError for another content than was signed; MessageIdReused; what `content` throws; ApiException
   * UNAVAILABLE when too many files wait or the store is away.
   */
  async receive(content: Readable, digest: string): Promise<Handled> {
    const kept = await this.documents.keep(content);
    let used = false;
    try {
      if (`sha-256=:${kept.sha256.toString('base64')}:` !== digest) throw new SignatureError('altered');
      const earlier = await this.database.row(storedRow, byDigest, [port, kept.sha256]);
      if (earlier) {
        used = await this.replace(earlier, kept);
        return answerOf(earlier);
      }
      const examined = await this.queue.run(() => this.examine(kept.file));
      used = await this.store(kept, examined);
      return used ? answerOf(examined) : await this.repeated(kept, examined);
    } catch (error) {
      // The commit may have succeeded: the file stays, and is swept if nothing refers to it.
      used = isDatabaseAway(error);
      throw error;
    } finally {
      if (!used) await this.documents.remove([kept.file]);
    }
  }

  private async examine(name: string): Promise<Examined> {
    const open = () => this.documents.read(name);
    let type = '';
    try {
      type = await typeOf(await open());
      const examine = this.examinerOf(type);
      return examine ? { type, ...(await examine({ name, open })) } : { type, fault: faults.unknown };
    } catch (error) {
      if (error instanceof XmlError) return { type, fault: faults.unreadable };
      throw error;
    }
  }

  private examinerOf(type: string): ExamineFile | undefined {
    if (type === statementType) return this.handlers.statement;
    return type === 'pacs.008.001.08' ? this.handlers.creditFile : undefined;
  }

  /** Returns false when a message with its id came before. */
  private async store(kept: KeptFile, examined: Examined): Promise<boolean> {
    const { file, size, sha256 } = kept;
    const { type, fault = null, accept } = examined;
    const values = [port, idOf(kept, examined), type, file, size, sha256, fault, this.clock.now()];
    try {
      await this.database.transaction(async (tx) => {
        await tx.write(insert, values);
        if (fault === null) await accept?.(tx, kept);
      });
      return true;
    } catch (error) {
      if (isDuplicateOf(error, 'rail_files_message')) return false;
      throw error;
    }
  }

  private replace({ id, file, fault }: StoredFile, kept: KeptFile): Promise<boolean> {
    const { creditFileCopy } = this.handlers;
    if (fault !== null || !creditFileCopy) return Promise.resolve(false);
    return this.database.transaction(async (tx) => {
      const isNeeded = await creditFileCopy(tx, kept, file);
      if (isNeeded) await tx.write(replace, [kept.file, id]);
      return isNeeded;
    });
  }

  private async repeated(kept: KeptFile, examined: Examined): Promise<Handled> {
    const earlier = await this.database.one(storedRow, byMessage, [port, idOf(kept, examined)]);
    if (!earlier.digest.equals(kept.sha256)) throw new MessageIdReused();
    return answerOf(earlier);
  }
}

type Examined = ExaminedFile & { type: string };

const idOf = ({ sha256 }: KeptFile, { messageId }: Examined) =>
  messageId ?? `unread-${sha256.toString('hex')}`;

const answerOf = ({ fault }: { fault?: string | null | undefined }): Handled => ({
  answer: null,
  ...(fault && { fault }),
});

/** The type of a document, from its beginning. @throws XmlError. */
async function typeOf(content: Readable): Promise<string> {
  const reader = new XmlPartReader([]);
  for await (const chunk of content) {
    reader.write(chunk as Buffer);
    if (reader.type !== undefined) return reader.type;
  }
  reader.end();
  return '';
}
