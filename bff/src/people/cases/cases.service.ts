import { Injectable } from '@nestjs/common';
import {
  caseLimits,
  type CaseKind,
  type CaseLink,
  type CaseTopic,
  type EntryKind,
} from '@bank/contracts/cases';
import { targetDayAfter } from '@bank/contracts/target-days';
import { AuditService } from '../../platform/audit/audit.service';
import { rowsOf, type Transaction } from '../../platform/database/database';
import type { StoredDocument } from '../../platform/documents/document-storage.service';
import { ApiException } from '../../platform/errors/api-exception';
import { EventsService } from '../../platform/events/events.service';
import type { AuditAuthor } from '../../platform/http/actor';
import { RandomSource } from '../../platform/security/random-source.service';
import { Clock } from '../../platform/time/clock.service';
import { endOfParisDay, parisDay } from '../../platform/time/paris-day';
import type { CaseTextKey } from './case-texts';
import {
  countUnfinished,
  insertCase,
  insertEntry,
  insertFiles,
  insertLinks,
  lockCase,
  lockCustomer,
  lockedCase,
  type LockedCase,
} from './cases.sql';

/**
 * Business days until the bank must have answered: the next one for what the holder did not authorise, 15 for every other
 * complaint (Directive (EU) 2015/2366, articles 73 and 101).
 */
const answerDays = { unauthorised: 1, other: 15 } as const;

export interface NewCase {
  kind: CaseKind;
  topic: CaseTopic;
  /** The customer whom it is about. */
  userId: number;
  label: string;
  sum: { amount: bigint; currency: string } | null;
  links: CaseLink[];
  /** What the customer wrote. */
  text: string;
  files: StoredDocument[];
  author: AuditAuthor;
}

interface NewEntry {
  caseId: number;
  kind: EntryKind;
  isCustomer: boolean;
  authorId: number | null;
  text?: string;
  said?: { key: CaseTextKey; values: Record<string, string> };
}

/** Cases: opening them and writing their timeline, inside the transactions of what causes that. */
@Injectable()
export class CasesService {
  constructor(
    private readonly audit: AuditService,
    private readonly events: EventsService,
    private readonly random: RandomSource,
    private readonly clock: Clock,
  ) {}

  /**
   * Opens a case and returns its id.
   * @throws ApiException CASE_LIMIT when too many of the customer's wait for a decision.
   */
  async open(tx: Transaction, wanted: NewCase): Promise<number> {
    const { kind, topic, userId, label, sum, author } = wanted;
    await tx.exists(lockCustomer, [userId]);
    const unfinished = await tx.count(countUnfinished, [userId]);
    if (unfinished >= caseLimits.open) throw new ApiException('CASE_LIMIT');
    const now = this.clock.now();
    const reference = this.random.reference('DO', 8);
    const about = [label.slice(0, 200), sum?.amount ?? null, sum?.currency ?? null];
    const row = [reference, kind, topic, userId, ...about, this.dueAt(topic), now];
    const { insertId: caseId } = await tx.write(insertCase, [row]);
    await this.link(tx, caseId, wanted.links);
    const entry = { caseId, kind: 'opened', isCustomer: true, authorId: userId, text: wanted.text } as const;
    await this.write(tx, entry, wanted.files);
    await this.audit.record(tx, {
      action: 'case.opened',
      type: 'info',
      values: { reference, kind, topic },
      ...author,
    });
    this.events.emit(tx, 'administrators', 'case_queue', { id: caseId, status: 'open' });
    return caseId;
  }

  /** Locks a case. @throws ApiException NOT_FOUND. */
  lock(tx: Transaction, id: number): Promise<LockedCase> {
    return tx.found(lockedCase, lockCase, [id]);
  }

  /** Adds to a timeline, and returns the entry's id. */
  async write(tx: Transaction, entry: NewEntry, files: StoredDocument[] = []): Promise<number> {
    const { caseId, kind, isCustomer, authorId, text = null, said } = entry;
    const now = this.clock.now();
    const values = said ? JSON.stringify(said.values) : null;
    const row = [caseId, kind, isCustomer, authorId, text, said?.key ?? null, values, now];
    const { insertId } = await tx.write(insertEntry, [row]);
    if (files.length > 0) {
      const rows = files.map(({ name, size, mediaType, sha256, file }) => [
        ...[caseId, insertId, name, size, mediaType, sha256, file, now],
      ]);
      await tx.write(`${insertFiles} ${rowsOf(rows)}`, rows.flat());
    }
    return insertId;
  }

  /**
   * The bank's own news in the timeline of a case that is locked.
   * @param reopens it waits for a decision again: what was decided came to nothing.
   */
  async news(
    tx: Transaction,
    { id, userId, topic }: LockedCase,
    said: { key: CaseTextKey; values: Record<string, string> },
    { reopens = false }: { reopens?: boolean } = {},
  ): Promise<void> {
    await this.write(tx, { caseId: id, kind: 'news', isCustomer: false, authorId: null, said });
    const again = `, state = 'open', decision = NULL, decided_by = NULL, decided_at = NULL, due_at = ?`;
    const sql = `UPDATE cases SET version = version + 1 ${reopens ? again : ''} WHERE id = ?`;
    await tx.write(sql, [...(reopens ? [this.dueAt(topic)] : []), id]);
    this.changed(tx, { id, userId }, reopens ? 'open' : undefined);
  }

  /** Open pages of the customer and of staff read the case again. */
  changed(
    tx: Transaction,
    { id, userId }: { id: number; userId: number },
    state?: LockedCase['state'],
  ): void {
    this.events.emit(tx, userId, 'case', { id });
    this.events.emit(tx, 'administrators', 'case_queue', { id, ...(state && { status: state }) });
  }

  private dueAt(topic: CaseTopic): Date {
    const days = topic === 'not_me' ? answerDays.unauthorised : answerDays.other;
    const end = endOfParisDay(targetDayAfter(parisDay(this.clock.now()), days));
    // Within that day, so that it reads as it.
    return new Date(end.getTime() - 1);
  }

  private async link(tx: Transaction, caseId: number, links: CaseLink[]): Promise<void> {
    if (links.length === 0) return;
    const rows = links.map(({ type, id, label }) => [caseId, type, id, label.slice(0, 200)]);
    await tx.write(`${insertLinks} ${rowsOf(rows)}`, rows.flat());
  }
}
