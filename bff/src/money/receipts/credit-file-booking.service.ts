import { Injectable, Logger } from '@nestjs/common';
import { TransferFileReader } from '@bank/contracts/rails/transfer-files';
import { XmlError } from '@bank/contracts/rails/xml';
import { AuditService } from '../../platform/audit/audit.service';
import { isDatabaseAway } from '../../platform/database/database-away';
import { bytes, rowOf, text, whole } from '../../platform/database/columns';
import { Database, type Transaction } from '../../platform/database/database';
import { databaseErrorNumber, duplicateKey } from '../../platform/database/database-error';
import { DocumentStorageService } from '../../platform/documents/document-storage.service';
import { AlteredContent, requireUnaltered } from '../../platform/documents/unaltered';
import { ApiException } from '../../platform/errors/api-exception';
import { IncidentsService } from '../../platform/incidents/incidents.service';
import { Clock } from '../../platform/time/clock.service';
import {
  type CreditSlice,
  creditSlices,
  digestOf,
  eachSlice,
  readAhead,
  totalInEuros,
  transfersOf,
} from './credit-slices';
import { IncomingCreditsService } from './incoming-credits.service';

const oldest = `
  SELECT id, message_id AS messageId, sender, file, digest FROM credit_files
  WHERE state = 'booking' AND id > ? ORDER BY id LIMIT 1`;
const fileRow = rowOf({ id: whole, messageId: text, sender: text, file: text, digest: bytes });
type BookedFile = ReturnType<typeof fileRow.parse>;

const unbooked = 'SELECT number FROM credit_file_slices WHERE file_id = ? AND booked_at IS NULL';
const numberRow = rowOf({ number: whole });
const lockSlice = `
  SELECT digest FROM credit_file_slices
  WHERE file_id = ? AND number = ? AND booked_at IS NULL FOR UPDATE SKIP LOCKED`;
const expectedDigest = rowOf({ digest: bytes })
  .array()
  .transform(([row]) => row);
const markSlice = 'UPDATE credit_file_slices SET booked_at = ? WHERE file_id = ? AND number = ?';
const countSlice = `
  UPDATE credit_files SET booked = booked + ?, booked_total = booked_total + ?, refused = refused + ? WHERE id = ?`;
const finish = `
  UPDATE credit_files SET state = 'booked', finished_at = ? WHERE id = ? AND state = 'booking'
    AND NOT EXISTS (SELECT 1 FROM credit_file_slices s WHERE s.file_id = ? AND s.booked_at IS NULL)`;
const counted = 'SELECT booked, refused FROM credit_files WHERE id = ?';
const countedRow = rowOf({ booked: whole, refused: whole });
const alter = `UPDATE credit_files SET state = 'altered', finished_at = ? WHERE id = ? AND state = 'booking'`;

/** The incident of a slice that failed, until the file is booked. */
const stuck = 'credit_file_stuck';
/** While the database writes one, the thread prepares the next. */
const slicesAtOnce = 2;

/**
 * Books files of credits, each slice in one transaction that also stores that it is booked: a server that dies loses the
 * slices in progress, which any server books later. Several servers share the slices of a file.
 */
@Injectable()
export class CreditFileBooking {
  private readonly logger = new Logger('CreditFiles');

  constructor(
    private readonly database: Database,
    private readonly documents: DocumentStorageService,
    private readonly credits: IncomingCreditsService,
    private readonly incidents: IncidentsService,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  /** Books every file that waits for it, the oldest first, until all are booked or the server stops. */
  async bookAll(stopping: AbortSignal): Promise<void> {
    for (let after = 0; !stopping.aborted;) {
      const file = await this.database.row(fileRow, oldest, [after]);
      if (!file) return;
      after = file.id;
      await this.book(file, stopping);
    }
  }

  private async book(file: BookedFile, stopping: AbortSignal): Promise<void> {
    try {
      // Before each run: nothing is booked of a file that is not the one that arrived, or was approved.
      await requireUnaltered(await this.documents.read(file.file), file.digest);
      const left = new Set(
        (await this.database.rows(numberRow, unbooked, [file.id])).map(({ number }) => number),
      );
      const content = await this.documents.read(file.file);
      const slices = readAhead(creditSlices(new TransferFileReader(), content));
      await eachSlice(slices, { atOnce: slicesAtOnce, stopping }, async (slice) => {
        if (left.has(slice.number)) await this.bookSlice(file, slice);
      });
      if (stopping.aborted) return;
      await this.finish(file);
    } catch (error) {
      if (!isAltered(error)) throw error;
      await this.refuseAltered(file);
    }
  }

  /** A slice that fails does not keep the others from being booked; it is tried again in the next run. */
  private async bookSlice(file: BookedFile, slice: CreditSlice): Promise<void> {
    try {
      // A credit that the file repeats may be in the other slice in progress: the second time it has been decided.
      await this.takeSlice(file, slice).catch((error: unknown) => {
        if (databaseErrorNumber(error) !== duplicateKey) throw error;
        return this.takeSlice(file, slice);
      });
    } catch (error) {
      if (isAltered(error) || isDatabaseAway(error)) throw error;
      this.logger.error(`slice ${slice.number} of ${file.messageId} is not booked`, (error as Error).stack);
      await this.database.transaction((tx) => this.openIncident(tx, stuck, file));
    }
  }

  private async takeSlice(file: BookedFile, slice: CreditSlice): Promise<void> {
    const { id, sender, messageId } = file;
    const transfers = transfersOf(slice);
    await this.database.transaction(
      async (tx, [expected]) => {
        if (!expected) return;
        if (!expected.digest.equals(digestOf(transfers))) throw new AlteredContent();
        const origin = { sender, messageId, instant: false, inFile: true };
        const decisions = await this.credits.take(tx, transfers, origin);
        const booked = transfers.filter((_transfer, at) => !decisions[at]?.reason);
        const sum = totalInEuros(booked);
        tx.defer(
          [markSlice, [this.clock.now(), id, slice.number]],
          [countSlice, [booked.length, sum, transfers.length - booked.length, id]],
        );
      },
      [lockSlice, [id, slice.number], expectedDigest],
    );
  }

  private async finish({ id, messageId }: BookedFile): Promise<void> {
    await this.database.transaction(async (tx) => {
      const { affectedRows } = await tx.write(finish, [this.clock.now(), id, id]);
      if (affectedRows === 0) return;
      await this.incidents.recover(tx, stuck, messageId, 0);
      const { booked, refused } = await tx.one(countedRow, counted, [id]);
      const values = { id: messageId, booked, refused };
      await this.audit.record(tx, { action: 'credit_file.booked', type: 'info', values });
    });
  }

  /** In one transaction: a server killed in between would leave a refused file without its incident. */
  private refuseAltered(file: BookedFile): Promise<void> {
    return this.database.transaction(async (tx) => {
      await tx.write(alter, [this.clock.now(), file.id]);
      await this.openIncident(tx, 'credit_file_altered', file);
    });
  }

  private openIncident(tx: Transaction, kind: string, { id, messageId }: BookedFile): Promise<void> {
    return this.incidents.open(tx, { kind, subject: messageId, severity: 'high', params: { file: id } });
  }
}

/** A file that is gone, or can no longer be read, was altered. */
const isAltered = (error: unknown) =>
  error instanceof AlteredContent ||
  error instanceof XmlError ||
  (error instanceof ApiException && error.code === 'NOT_FOUND');
