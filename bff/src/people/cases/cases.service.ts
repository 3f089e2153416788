import { Injectable } from '@nestjs/common';
import {
  caseLimits,
  type CaseKind,
  type CaseLink,
  type CaseTopic,
  type EntryKind,
  isPublicKind,
  type PublicCaseKind,
  publicCaseKinds,
} from '@bank/contracts/cases';
import { targetDayAfter } from '@bank/contracts/target-days';
import { AuditService } from '../../platform/audit/audit.service';
import { type Transaction } from '../../platform/database/database';
import type { StoredDocument } from '../../platform/documents/document-storage.service';
import { ApiException } from '../../platform/errors/api-exception';
import { EventsService } from '../../platform/events/events.service';
import type { AuditAuthor } from '../../platform/http/actor';
import { RandomSource } from '../../platform/security/random-source.service';
import { Clock } from '../../platform/time/clock.service';
import { endOfParisDay, parisDay } from '../../platform/time/paris-day';
import { lockCustomer } from '../users/lock-user';
import type { CaseTextKey } from './case-texts';
import {
  causeRow,
  countLinks,
  countUnfinished,
  insertCase,
  insertEntry,
  insertFiles,
  insertLinks,
  keepLinks,
  lockCase,
  lockedCase,
  type LockedCase,
  selectCause,
} from './cases.sql';
import { caseValues } from './own-case';

/**
 * Business days until the bank must have answered: the next one for what the holder did not authorise and for what is held
 * (Directive (EU) 2015/2366, articles 73 and 83), 15 for every other complaint (article 101); five for its own questions.
 */
const answerDays = { unauthorised: 1, hold: 1, other: 15, own: 5 } as const;

/** The subject of a case. */
export interface CaseSubject<Kind extends CaseKind = CaseKind> {
  kind: Kind;
  topic: CaseTopic;
  /** The customer whom it is about. */
  userId: number;
  label: string;
  sum: { amount: bigint; currency: string } | null;
  links: CaseLink[];
  /** Identifies the cause: there is one case for each. */
  cause?: string | undefined;
}

interface NewCase extends CaseSubject<PublicCaseKind> {
  /** The customer's own words. */
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

/** Opens cases and writes their timeline, inside the callers' transactions. */
@Injectable()
export class CasesService {
  constructor(
    private readonly audit: AuditService,
    private readonly events: EventsService,
    private readonly random: RandomSource,
    private readonly clock: Clock,
  ) {}

  /**
   * Opens a case of the customer's and returns its id.
   * @throws ApiException CASE_LIMIT when too many of the customer's wait for a decision; APPEAL_EXISTS when there is one of
   * the same cause; NOT_FOUND when the relation ended meanwhile.
   */
  async open(tx: Transaction, wanted: NewCase): Promise<number> {
    const { userId, author } = wanted;
    await lockCustomer(tx, userId);
    const unfinished = await tx.count(countUnfinished, [userId, publicCaseKinds]);
    if (unfinished >= caseLimits.open) throw new ApiException('CASE_LIMIT');
    const { id: caseId, isNew } = await this.begin(tx, wanted, author);
    if (!isNew) throw new ApiException('APPEAL_EXISTS');
    const entry = { caseId, kind: 'opened', isCustomer: true, authorId: userId, text: wanted.text } as const;
    await this.write(tx, entry, wanted.files);
    return caseId;
  }

  /**
   * Stores a case without its first entry, as `open` and `BankCases` do; `isNew` is false for one of the same cause, which
   * only gets the links.
   */
  async begin(
    tx: Transaction,
    { kind, topic, userId, label, sum, cause, links }: CaseSubject,
    author: AuditAuthor | null,
  ): Promise<{ id: number; isNew: boolean }> {
    const reference = this.random.reference('DO', 8);
    const about = [label.slice(0, 200), sum?.amount ?? null, sum?.currency ?? null];
    const now = this.clock.now();
    const times = [dueAfter(now, { kind, topic }), now];
    const row = [reference, kind, topic, cause ?? null, userId, ...about, ...times];
    const { insertId } = await tx.write(insertCase, [row]);
    const known = cause === undefined ? null : await tx.found(causeRow, selectCause, [cause]);
    const id = known?.id ?? insertId;
    await this.link(tx, id, links);
    if (known && known.reference !== reference) return { id, isNew: false };
    const by = author ?? { userId: null, requestId: null };
    await this.audit.record(tx, {
      action: 'case.opened',
      type: 'info',
      values: { ...caseValues({ reference, kind, userId }), kind, topic },
      ...by,
    });
    this.events.emit(tx, 'administrators', 'case_queue', { id, user: userId, status: 'open' });
    return { id, isNew: true };
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
        caseId,
        insertId,
        name,
        size,
        mediaType,
        sha256,
        file,
        now,
      ]);
      await tx.write(`${insertFiles} ?`, [rows]);
    }
    return insertId;
  }

  /**
   * The bank's own news in the timeline of a case that is locked.
   * @param reopens it waits for a decision again: what was decided came to nothing.
   */
  async news(
    tx: Transaction,
    { id, userId, kind, topic }: LockedCase,
    said: { key: CaseTextKey; values: Record<string, string> },
    { reopens = false }: { reopens?: boolean } = {},
  ): Promise<void> {
    await this.write(tx, { caseId: id, kind: 'news', isCustomer: false, authorId: null, said });
    const again = `, state = 'open', decision = NULL, decided_by = NULL, decided_at = NULL, due_at = ?`;
    const sql = `UPDATE cases SET version = version + 1 ${reopens ? again : ''} WHERE id = ?`;
    await tx.write(sql, [...(reopens ? [dueAfter(this.clock.now(), { kind, topic })] : []), id]);
    this.changed(tx, { id, userId, kind }, reopens ? 'open' : undefined);
  }

  /** Open pages of staff, and of a customer who sees it, read the case again. @param state where it changed */
  changed(
    tx: Transaction,
    { id, userId, kind }: Pick<LockedCase, 'id' | 'userId' | 'kind'>,
    state?: LockedCase['state'],
  ): void {
    if (isPublicKind(kind)) this.events.emit(tx, userId, 'case', { id });
    this.events.emit(tx, 'administrators', 'case_queue', {
      id,
      user: userId,
      ...(state && { status: state }),
    });
  }

  /** Adds links, up to the number that a page can show. */
  async link(tx: Transaction, caseId: number, links: CaseLink[]): Promise<void> {
    if (links.length === 0) return;
    const room = caseLimits.links - (await tx.count(countLinks, [caseId]));
    const rows = links
      .slice(0, Math.max(0, room))
      .map(({ type, id, label }) => [caseId, type, id, label.slice(0, 200)]);
    if (rows.length > 0) await tx.write(`${insertLinks} ? ${keepLinks}`, [rows]);
  }
}

/** The deadline of the bank's answer to a case opened at a moment. */
function dueAfter(at: Date, { kind, topic }: Pick<CaseSubject, 'kind' | 'topic'>): Date {
  const end = endOfParisDay(targetDayAfter(parisDay(at), daysOf(kind, topic)));
  // Within that day, so that it reads as it.
  return new Date(end.getTime() - 1);
}

function daysOf(kind: CaseKind, topic: CaseTopic): number {
  if (topic === 'not_me') return answerDays.unauthorised;
  if (kind === 'hold') return answerDays.hold;
  return isPublicKind(kind) ? answerDays.other : answerDays.own;
}
