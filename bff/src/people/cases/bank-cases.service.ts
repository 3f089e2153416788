import { Injectable } from '@nestjs/common';
import type { BankCaseKind, BankTopic, CaseDecision, CaseLink } from '@bank/contracts/cases';
import type { Language } from '@bank/contracts/language';
import { AuditService } from '../../platform/audit/audit.service';
import type { Transaction } from '../../platform/database/database';
import { Clock } from '../../platform/time/clock.service';
import type { CaseTextKey } from './case-texts';
import { type CaseSubject, CasesService } from './cases.service';
import { causeRow, decideCase, selectCause } from './cases.sql';
import { caseValues } from './own-case';

/** A case that the bank opens itself; the customer never sees it. */
interface NewBankCase extends CaseSubject<BankCaseKind> {
  topic: BankTopic;
  /**
   * What it is opened for, such as `payment:12` or `rule:7:customer:31:2026-11-23`, at most 80 characters of ASCII. The same
   * cause never opens a second case, also after the first was decided: put the day or the event in it where it may again.
   */
  cause: string;
  /** Why, as the bank's staff read it. */
  reason: Record<Language, string>;
  /** A decided case of the cause waits for a decision again. */
  reopens?: true;
  /** The customer's undecided case of this kind, if there is one, goes on under this cause, with the reason as news. */
  continues?: true;
}

/** What a case goes on about. */
interface Successor {
  from: string;
  to: string;
  /** The link to what was replaced, which nobody looks at any more. */
  replaced: Pick<CaseLink, 'type' | 'id'>;
  said: CaseTextKey;
}

/** Not where a case has the cause already. Parameters: the cause, the customer, the kind. */
const takeOver = `
  UPDATE IGNORE cases FORCE INDEX (cases_of_user) SET cause = ?
  WHERE user_id = ? AND kind = ? AND state <> 'decided' ORDER BY id LIMIT 1`;
/** The topic of a general doubt gives way to the graver one that was found later. */
const specify = `UPDATE cases SET topic = ? WHERE id = ? AND topic = 'identity'`;
const rename = 'UPDATE cases SET cause = ? WHERE id = ?';
const unlink = 'DELETE FROM case_links WHERE case_id = ? AND type = ? AND target_id = ?';

/** Cases of the bank's own: holds, unusual findings, doubts about an identity. */
@Injectable()
export class BankCases {
  constructor(
    private readonly cases: CasesService,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  /**
   * Opens a case, in the transaction of what causes it, and returns its id. Repeated with the same cause, it returns the
   * case that there is, to which it adds the links. With `continues`, the customer's row must be locked.
   */
  async open(tx: Transaction, { reason, reopens, continues, ...subject }: NewBankCase): Promise<number> {
    if (continues) await tx.write(takeOver, [subject.cause, subject.userId, subject.kind]);
    const { id: caseId, isNew } = await this.cases.begin(tx, subject, null);
    const said = { key: 'given' as const, values: { ...reason } };
    if (!isNew) {
      const found = await this.cases.lock(tx, caseId);
      const isOver = found.state === 'decided';
      if (isOver ? reopens : continues) {
        await tx.write(specify, [subject.topic, caseId]);
        await this.cases.news(tx, found, said, { reopens: isOver });
      }
      return caseId;
    }
    await this.cases.write(tx, { caseId, kind: 'opened', isCustomer: false, authorId: null, said });
    return caseId;
  }

  /** Adds news to the case of a cause, if there is one that is not decided, as the bank's staff read them. */
  async note(tx: Transaction, cause: string, news: Record<Language, string>): Promise<void> {
    const known = await tx.row(causeRow, selectCause, [cause]);
    if (!known || known.state === 'decided') return;
    const said = { key: 'given' as const, values: { ...news } };
    await this.cases.news(tx, await this.cases.lock(tx, known.id), said);
  }

  /** Has the case of a cause, if there is one that is not decided, go on under the cause of what replaces its subject. */
  async passOn(tx: Transaction, { from, to, replaced, said }: Successor): Promise<void> {
    const known = await tx.row(causeRow, selectCause, [from]);
    if (!known || known.state === 'decided') return;
    const { id } = known;
    await tx.write(rename, [to, id]);
    await tx.write(unlink, [id, replaced.type, replaced.id]);
    await this.cases.news(tx, await this.cases.lock(tx, id), { key: said, values: {} });
  }

  /**
   * Ends the case of a cause, if there is one that is not decided: what it was about was decided on its own page. Returns its
   * id.
   * @param by the administrator who decided it; null for the bank itself
   * @param links to what was decided, where the case may lack them
   */
  async end(
    tx: Transaction,
    cause: string,
    decision: CaseDecision,
    by: number | null,
    links: CaseLink[] = [],
  ): Promise<number | undefined> {
    const known = await tx.row(causeRow, selectCause, [cause]);
    if (!known || known.state === 'decided') return undefined;
    const { id } = known;
    const found = await this.cases.lock(tx, id);
    await this.cases.link(tx, id, links);
    await tx.write(decideCase, [decision, by, this.clock.now(), by, id]);
    const said = { key: `ended_${decision}` as const, values: {} };
    await this.cases.write(tx, { caseId: id, kind: 'decision', isCustomer: false, authorId: by, said });
    const action = `case.${decision}` as const;
    await this.audit.record(tx, { action, type: 'info', values: caseValues(found), userId: by });
    this.cases.changed(tx, found, 'decided');
    return id;
  }
}
