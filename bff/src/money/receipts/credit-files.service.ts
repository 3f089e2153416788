import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { CreditFileState } from '@bank/contracts/credit-files';
import { AuditService } from '../../platform/audit/audit.service';
import { rowOf, text, whole } from '../../platform/database/columns';
import { type Transaction } from '../../platform/database/database';
import type { KeptFile } from '../../platform/documents/document-storage.service';
import { Clock } from '../../platform/time/clock.service';
import { type ExaminedFile, PaymentRail, type ReceivedFile } from '../../ports/payment-rail/payment-rail';
import type { ReadCreditFile } from './credit-file-reader.service';
import { CreditFileThread } from './credit-file-thread.service';

/** The origin of a file, and its first state. */
interface NewCreditFile {
  read: ReadCreditFile;
  kept: KeptFile;
  state: CreditFileState;
  /** Of an upload: its name, and the administrator. */
  upload?: { name: string; userId: number };
}

const insertFile = `
  INSERT INTO credit_files (source, message_id, sender, once, name, file, size, digest, state, fault, credits, total,
    summary, uploaded_by, received_at) VALUES (?)`;
/** The slices that were booked stay so. */
const bookAgain = `
  UPDATE credit_files SET state = 'booking', file = ?, digest = ?, finished_at = NULL
  WHERE file = ? AND source = 'rail' AND state = 'altered'`;
const takenAgain = 'SELECT message_id AS messageId, credits FROM credit_files WHERE file = ?';
const takenRow = rowOf({ messageId: text, credits: whole });
export const filesOfCredits = 'SELECT file FROM credit_files WHERE file IN (?)';
const insertSlices = 'INSERT INTO credit_file_slices (file_id, number, digest) VALUES';

/** Files of credits: recorded with the digests of their slices, by which they are booked later. */
@Injectable()
export class CreditFilesService implements OnModuleInit {
  constructor(
    private readonly rail: PaymentRail,
    private readonly thread: CreditFileThread,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.rail.listen({
      creditFile: (file) => this.examine(file),
      creditFileCopy: (tx, kept, stored) => this.bookAgain(tx, kept, stored),
    });
  }

  /**
   * Records a file; an upload that may be booked once by its sender and message id. Returns its id.
   * @throws the driver's error for a duplicate of `credit_files_once`.
   */
  async record(tx: Transaction, { read, kept, state, upload }: NewCreditFile): Promise<number> {
    const isFaulty = state === 'faulty';
    const once = upload && !isFaulty ? onceOf(read) : null;
    const { insertId: id } = await tx.write(insertFile, [
      [
        upload ? 'staff' : 'rail',
        read.messageId,
        read.sender,
        once,
        upload?.name ?? null,
        isFaulty ? null : kept.file,
        kept.size,
        kept.sha256,
        state,
        read.fault,
        read.credits,
        read.total,
        JSON.stringify(read.summary),
        upload?.userId ?? null,
        this.clock.now(),
      ],
    ]);
    const slices = read.slices.map((digest, number) => [id, number, digest]);
    if (!isFaulty && slices.length > 0) await tx.write(`${insertSlices} ?`, [slices]);
    return id;
  }

  private async examine({ name }: ReceivedFile): Promise<ExaminedFile> {
    const read = await this.thread.read(name, { foresee: false });
    const { messageId, fault, credits } = read;
    return {
      ...(messageId !== '' && { messageId }),
      ...(fault !== null && { fault }),
      accept: async (tx, kept) => {
        await this.record(tx, { read, kept, state: 'booking' });
        await this.auditReceived(tx, { messageId, credits });
      },
    };
  }

  /** Has the rest of a file booked from a copy of it, if the stored file was altered or lost; returns whether it was. */
  private async bookAgain(tx: Transaction, { file, sha256 }: KeptFile, stored: string): Promise<boolean> {
    const { affectedRows } = await tx.write(bookAgain, [file, sha256, stored]);
    if (affectedRows === 0) return false;
    await this.auditReceived(tx, await tx.one(takenRow, takenAgain, [file]));
    return true;
  }

  private async auditReceived(
    tx: Transaction,
    { messageId, credits }: Pick<ReadCreditFile, 'messageId' | 'credits'>,
  ): Promise<void> {
    const values = { id: messageId, count: credits };
    await this.audit.record(tx, { action: 'credit_file.received', type: 'info', values });
  }
}

/** The key by which an upload is recorded once. */
export const onceOf = ({ sender, messageId }: Pick<ReadCreditFile, 'sender' | 'messageId'>): string =>
  `${sender} ${messageId}`;
