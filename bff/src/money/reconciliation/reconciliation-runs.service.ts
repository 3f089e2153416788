import {
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { type StatementEntry, StatementReader } from '@bank/contracts/rails/camt053-reader';
import { XmlError } from '@bank/contracts/rails/xml';
import { rowOf, whole } from '../../platform/database/columns';
import { Database, type Transaction } from '../../platform/database/database';
import { DocumentStorageService } from '../../platform/documents/document-storage.service';
import { AlteredContent, requireUnaltered } from '../../platform/documents/unaltered';
import { ApiException } from '../../platform/errors/api-exception';
import { IncidentsService } from '../../platform/incidents/incidents.service';
import { RepeatedTask } from '../../platform/tasks/repeated-task';
import { Clock } from '../../platform/time/clock.service';
import { hourMs } from '../../platform/time/durations';
import { PaymentRail } from '../../ports/payment-rail/payment-rail';
import { type SettlementStatement, statementRow, subjectOf } from './settlement-statement';
import { StatementBalancesService } from './statement-balances.service';
import { StatementComparisonService } from './statement-comparison.service';

const everyMs = 2_000;
const entriesAtOnce = 500;
/** How long a comparison waits for money that arrived before its statement; what is stuck for longer is a difference. */
const patienceMs = hourMs;

const columns = `id, currency, DATE_FORMAT(day, '%Y-%m-%d') AS day, file, digest, created_at AS createdAt, received_at AS receivedAt,
  ends_at AS endsAt, opening, closing, net, state, progress`;
const oldest = `
  SELECT ${columns} FROM settlement_statements WHERE state IN ('storing', 'comparing') ORDER BY id LIMIT 1`;
const lockOne = `SELECT ${columns} FROM settlement_statements WHERE id = ? FOR UPDATE`;
const insertEntries =
  'INSERT INTO settlement_statement_entries (statement_id, number, transaction_id, amount) VALUES';
const advance = 'UPDATE settlement_statements SET state = ?, progress = ? WHERE id = ?';
const bookingBefore = `SELECT 1 FROM credit_files WHERE state = 'booking' AND received_at <= ? LIMIT 1`;
const inForce = `
  SELECT id, created_at > ? AS isNewer FROM settlement_statements WHERE in_force = ? AND currency = ? FOR UPDATE`;
const inForceRow = rowOf({ id: whole, isNewer: whole });

/**
 * Works on statements in the background, in slices that are one transaction each and store where they stopped: first
 * their entries are stored, then held against the bank's own. Several servers take turns.
 */
@Injectable()
export class ReconciliationRunsService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Reconciliation');
  private readonly task = new RepeatedTask({
    work: (stopping) => this.workAll(stopping),
    everyMs,
    onFailure: (error) => this.logger.error('a round failed', error.stack),
  });

  constructor(
    private readonly database: Database,
    private readonly documents: DocumentStorageService,
    private readonly incidents: IncidentsService,
    private readonly comparison: StatementComparisonService,
    private readonly balances: StatementBalancesService,
    private readonly rail: PaymentRail,
    private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    this.task.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.task.stop();
  }

  private async workAll(stopping: AbortSignal): Promise<undefined> {
    while (!stopping.aborted) {
      const statement = await this.database.row(statementRow, oldest);
      if (!statement) return undefined;
      if (statement.state !== 'comparing') await this.store(statement, stopping);
      else if (await this.isEarly(statement)) return undefined;
      else await this.compare(statement.id, stopping);
    }
  }

  /** Whether money that arrived before a statement still has to be booked, as after a server died: no difference yet. */
  private async isEarly({ receivedAt }: SettlementStatement): Promise<boolean> {
    if (this.clock.now().getTime() - receivedAt.getTime() > patienceMs) return false;
    return (
      (await this.database.exists(bookingBefore, [receivedAt])) || (await this.rail.hasWaiting(receivedAt))
    );
  }

  /** A statement that can no longer be read, or was altered, does not keep later ones waiting. */
  private async store(statement: SettlementStatement, stopping: AbortSignal): Promise<void> {
    try {
      await this.storeEntries(statement, stopping);
    } catch (error) {
      const kind = incidentOf(error);
      if (kind === undefined) throw error;
      await this.database.transaction(async (tx) => {
        await tx.write(advance, ['done', '', statement.id]);
        await this.incidents.open(tx, { kind, subject: subjectOf(statement), severity: 'high' });
      });
    }
  }

  private async storeEntries(
    { id, file, digest }: SettlementStatement,
    stopping: AbortSignal,
  ): Promise<void> {
    if (digest) await requireUnaltered(await this.documents.read(file), digest);
    let number = 0;
    let entries: StatementEntry[] = [];
    for await (const more of new StatementReader().read(await this.documents.read(file))) {
      entries.push(...more);
      for (; entries.length >= entriesAtOnce; number += entriesAtOnce) {
        if (stopping.aborted) return;
        await this.storeSlice(id, number, entries.slice(0, entriesAtOnce));
        entries = entries.slice(entriesAtOnce);
      }
    }
    await this.storeSlice(id, number, entries);
    await this.database.transaction((tx) => this.putInForce(tx, id));
  }

  /** The progress is the number of entries that are stored. */
  private async storeSlice(id: number, number: number, entries: StatementEntry[]): Promise<void> {
    await this.database.transaction(async (tx) => {
      const { state, progress } = await tx.one(statementRow, lockOne, [id]);
      if (state !== 'storing' || Number(progress) !== number || entries.length === 0) return;
      const rows = entries.map(({ transactionId, amount }, at) => [id, number + at, transactionId, amount]);
      await tx.write(`${insertEntries} ?`, [rows]);
      await tx.write(advance, ['storing', String(number + entries.length), id]);
    });
  }

  /** The newest statement of a day and currency counts; an older one that comes late is compared with nothing. */
  private async putInForce(tx: Transaction, id: number): Promise<void> {
    const statement = await tx.one(statementRow, lockOne, [id]);
    if (statement.state !== 'storing') return;
    const { day, currency, createdAt } = statement;
    const current = await tx.row(inForceRow, inForce, [createdAt, day, currency]);
    if (current?.isNewer) {
      await tx.write(advance, ['done', '', id]);
      return;
    }
    const set = 'UPDATE settlement_statements SET in_force = ? WHERE id = ?';
    if (current) await tx.write(set, [null, current.id]);
    await tx.write(set, [day, id]);
    await tx.write(advance, ['comparing', '', id]);
  }

  private async compare(id: number, stopping: AbortSignal): Promise<void> {
    for (let more = true; more && !stopping.aborted;) {
      more = await this.database.transaction(async (tx) => {
        const statement = await tx.one(statementRow, lockOne, [id]);
        if (statement.state !== 'comparing') return false;
        const progress = await this.comparison.nextSlice(tx, statement);
        await tx.write(advance, ['comparing', progress ?? '', id]);
        return progress !== undefined;
      });
    }
    if (stopping.aborted) return;
    const found = await this.database.one(
      statementRow,
      `SELECT ${columns} FROM settlement_statements WHERE id = ?`,
      [id],
    );
    const own = await this.balances.ownOf(found);
    await this.database.transaction(async (tx) => {
      const statement = await tx.one(statementRow, lockOne, [id]);
      if (statement.state !== 'comparing') return;
      await this.balances.compare(tx, statement, own);
      await tx.write(advance, ['done', '', id]);
    });
  }
}

/** The incident of a statement whose file cannot be used; undefined for another error. */
function incidentOf(error: unknown): string | undefined {
  if (error instanceof AlteredContent) return 'reconciliation_altered';
  const isGone = error instanceof ApiException && error.code === 'NOT_FOUND';
  return isGone || error instanceof XmlError ? 'reconciliation_unreadable' : undefined;
}
