import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type AppealForm, type AppealOffer, type AppealQuery, appealsPerDay } from '@bank/contracts/appeals';
import type { OwnCase } from '@bank/contracts/cases';
import { toDecimal } from '@bank/contracts/money';
import { idRow } from '../../platform/database/columns';
import { type Connection, Database, type Transaction } from '../../platform/database/database';
import { KeyedForms } from '../../platform/documents/keyed-forms.service';
import { ApiException } from '../../platform/errors/api-exception';
import { authorOf, type RequestContext } from '../../platform/http/request-context';
import { Clock } from '../../platform/time/clock.service';
import { dayMs } from '../../platform/time/durations';
import type { ReceivedCaseForm } from '../../people/cases/case-forms.service';
import { type AfterDecision, type CaseHandler, CaseHandlers } from '../../people/cases/case-handlers.service';
import { CasesService } from '../../people/cases/cases.service';
import type { LockedCase } from '../../people/cases/cases.sql';
import { OwnCasesService } from '../../people/cases/own-cases.service';
import { AppealSubjects, type Appealed } from './appeal-subjects.service';

const countRecent = `SELECT COUNT(*) FROM cases WHERE user_id = ? AND kind = 'appeal' AND created_at > ?`;
const underWay = 'SELECT id FROM cases WHERE cause = ?';
const forget = 'UPDATE cases SET cause = NULL WHERE id = ?';

/** Customers' appeals against a refusal, hold or block: one open appeal for each, answered by a person. */
@Injectable()
export class AppealsService implements OnModuleInit, CaseHandler {
  constructor(
    private readonly database: Database,
    private readonly keyedForms: KeyedForms,
    private readonly handlers: CaseHandlers,
    private readonly cases: CasesService,
    private readonly ownCases: OwnCasesService,
    private readonly subjects: AppealSubjects,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.handlers.register('appeal', this);
  }

  /** An appeal is decided by words: what they promise is done on the page of what it is about. */
  way(): Promise<'words'> {
    return Promise.resolve('words');
  }

  /** After the answer, a new fact can be submitted in another appeal. */
  async decided(tx: Transaction, { id }: LockedCase): Promise<AfterDecision | undefined> {
    await tx.write(forget, [id]);
    return undefined;
  }

  /**
   * The reason why something of the caller's is stopped, and the remedy.
   * @throws ApiException NOT_FOUND, also for another customer's; APPEAL_NOT_POSSIBLE for what the bank does not stop.
   */
  async offer({ actor, language }: RequestContext, query: AppealQuery): Promise<AppealOffer> {
    const { about } = query;
    const { label, sum, why, key } = await this.subjects.find(actor.userId, language, query);
    const known = await this.database.row(idRow, underWay, [causeOf(about, key)]);
    return {
      about,
      label,
      why,
      case_id: known?.id ?? null,
      amount: sum && toDecimal(sum.amount, sum.currency),
      currency: sum && sum.currency,
    };
  }

  /**
   * Opens the case of an appeal.
   * @param receive reads the form and stores its files; called only if the caller may appeal
   * @throws what `offer` and `receive` do, and ApiException APPEAL_EXISTS, APPEAL_PERIOD_OVER, CASE_LIMIT,
   * TOO_MANY_REQUESTS after ten in a day, IDEMPOTENCY_KEY_REUSED.
   */
  async open(
    context: RequestContext,
    receive: () => Promise<ReceivedCaseForm<AppealForm>>,
  ): Promise<OwnCase> {
    const { actor, language, idempotency } = context;
    if (!(await this.keyedForms.isUsed(idempotency))) await this.mayAppeal(this.database, actor.userId);
    const received = await receive();
    // Before the transaction: it would hold a connection while waiting for a second one. A subject that cannot be
    // appealed is refused inside, so that a repeated call gets its stored answer.
    const [subject] = await Promise.allSettled([this.subjects.find(actor.userId, language, received.form)]);
    return this.keyedForms.once(idempotency, received, async (tx) => {
      if (subject.status === 'rejected') throw subject.reason;
      const caseId = await this.file(tx, context, subject.value, received);
      return this.ownCases.one(context, caseId, tx);
    });
  }

  private async file(
    tx: Transaction,
    context: RequestContext,
    { label, sum, links, why, key }: Appealed & { why: AppealOffer['why'] },
    { form, files }: ReceivedCaseForm<AppealForm>,
  ): Promise<number> {
    const { userId } = context.actor;
    const isOver = why.state === 'refused' && why.until !== null && this.clock.now() > new Date(why.until);
    if (isOver) throw new ApiException('APPEAL_PERIOD_OVER');
    const { about, text } = form;
    const id = await this.cases.open(tx, {
      kind: 'appeal',
      topic: about,
      userId,
      label,
      sum,
      links,
      cause: causeOf(about, key),
      text,
      files,
      author: authorOf(context),
    });
    // After the customer's row is locked, so that concurrent appeals are counted one after another.
    await this.mayAppeal(tx, userId, 1);
    return id;
  }

  /** @param counted the appeals that this transaction has opened */
  private async mayAppeal(connection: Connection, userId: number, counted = 0): Promise<void> {
    const recent = await connection.count(countRecent, [
      userId,
      new Date(this.clock.now().getTime() - dayMs),
    ]);
    if (recent - counted < appealsPerDay) return;
    throw new ApiException('TOO_MANY_REQUESTS', { retryAfterSeconds: 60 * 60 });
  }
}

const causeOf = (about: AppealForm['about'], key: string) => `appeal:${about}:${key}`;
