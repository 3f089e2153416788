import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import {
  caseLimits,
  publicCaseKinds,
  publicCaseTopics,
  publicEntryKinds,
  type OwnCase,
  type OwnCaseList,
  type OwnCaseListQuery,
  type OwnMessageForm,
} from '@bank/contracts/cases';
import { paginate } from '@bank/contracts/pagination';
import { isoMoment, rowOf } from '../../platform/database/columns';
import { Database, type Transaction } from '../../platform/database/database';
import { KeyedForms } from '../../platform/documents/keyed-forms.service';
import { ApiException } from '../../platform/errors/api-exception';
import { notFoundFor } from '../../platform/http/not-found';
import type { RequestContext } from '../../platform/http/request-context';
import { CaseFiles } from './case-files.service';
import type { ReceivedCaseForm } from './case-forms.service';
import { CaseReader } from './case-reader.service';
import { CasesService } from './cases.service';
import { commonColumns, commonRow, type LockedCase, toCommon } from './cases.sql';

const ownRow = rowOf({
  ...commonRow,
  kind: z.enum(publicCaseKinds),
  topic: z.enum(publicCaseTopics),
  decided_at: isoMoment.nullable(),
});
const selectOwn = `SELECT ${commonColumns}, c.decided_at FROM cases c WHERE c.id = ? AND c.user_id = ? AND c.kind IN (?)`;
const selectList = `
  SELECT ${commonColumns}, c.decided_at FROM cases c WHERE c.user_id = ? AND c.kind IN (?)
  ORDER BY c.id DESC LIMIT ? OFFSET ?`;
const countOwn = 'SELECT COUNT(*) FROM cases WHERE user_id = ? AND kind IN (?)';
const countMessages = `
  SELECT COUNT(*) FROM case_entries WHERE case_id = ? AND kind = 'message' AND is_customer = 1`;
const answered = `UPDATE cases SET state = 'open', version = version + 1 WHERE id = ?`;

/** Customers' reads of their cases, and their messages in them. */
@Injectable()
export class OwnCasesService {
  constructor(
    private readonly database: Database,
    private readonly keyedForms: KeyedForms,
    private readonly cases: CasesService,
    private readonly files: CaseFiles,
    private readonly reader: CaseReader,
  ) {}

  /** One page of the caller's cases, newest first. */
  async list({ actor, language }: RequestContext, { page, limit }: OwnCaseListQuery): Promise<OwnCaseList> {
    const { userId } = actor;
    const ofCaller = [userId, publicCaseKinds];
    const total = await this.database.count(countOwn, ofCaller);
    const rows = await this.database.rows(ownRow, selectList, [...ofCaller, limit, (page - 1) * limit]);
    return {
      cases: rows.map((row) => toCommon(row, language)),
      pagination: paginate(page, limit, total),
    };
  }

  /**
   * One of the caller's cases as of one moment, without what is for staff alone.
   * @param tx that may have changed it
   * @throws ApiException NOT_FOUND.
   */
  one(context: RequestContext, id: number, tx?: Transaction): Promise<OwnCase> {
    return tx
      ? this.read(tx, context, id)
      : this.database.snapshot((snapshot) => this.read(snapshot, context, id));
  }

  private async read(connection: Transaction, context: RequestContext, id: number): Promise<OwnCase> {
    const { actor, language } = context;
    const row = await connection.row(ownRow, selectOwn, [id, actor.userId, publicCaseKinds]);
    if (!row) throw await notFoundFor(connection, 'cases', id, actor.userId);
    const entries = await this.reader.entries(connection, id, publicEntryKinds, language);
    return {
      ...toCommon(row, language),
      decided_at: row.decided_at,
      can_write: row.state !== 'decided',
      entries: entries.map(({ author: _ofStaff, ...entry }) => entry),
    };
  }

  /**
   * Adds the caller's words and files; a case that waited for them waits for the bank again.
   * @param receive reads the form and stores its files, which only happens for a case of the caller's
   * @throws what `receive` does, and ApiException NOT_FOUND, CASE_DECIDED, INVALID_FIELDS, CASE_MESSAGES,
   * IDEMPOTENCY_KEY_REUSED.
   */
  async write(
    context: RequestContext,
    id: number,
    receive: () => Promise<ReceivedCaseForm<OwnMessageForm>>,
  ): Promise<OwnCase> {
    const { userId } = context.actor;
    const row = await this.database.row(ownRow, selectOwn, [id, userId, publicCaseKinds]);
    if (!row) throw await notFoundFor(this.database, 'cases', id, userId);
    const received = await receive();
    return this.keyedForms.once(context.idempotency, received, async (tx) => {
      const locked = await this.cases.lock(tx, id);
      await this.add(tx, locked, received);
      return this.one(context, id, tx);
    });
  }

  private async add(
    tx: Transaction,
    { id, userId, kind, state }: LockedCase,
    { form, files }: ReceivedCaseForm<OwnMessageForm>,
  ): Promise<void> {
    if (state === 'decided') throw new ApiException('CASE_DECIDED');
    if ((await tx.count(countMessages, [id])) >= caseLimits.messages) throw new ApiException('CASE_MESSAGES');
    await this.files.mayAdd(tx, id, files.length, 'customer');
    const entry = { caseId: id, kind: 'message', isCustomer: true, authorId: userId } as const;
    await this.cases.write(tx, { ...entry, text: form.text }, files);
    await tx.write(answered, [id]);
    this.cases.changed(tx, { id, userId, kind }, state === 'open' ? undefined : 'open');
  }
}
