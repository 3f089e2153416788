import { Injectable } from '@nestjs/common';
import type { BankCaseKind, BankTopic, CaseDecision } from '@bank/contracts/cases';
import type { Language } from '@bank/contracts/language';
import { AuditService } from '../../platform/audit/audit.service';
import type { Transaction } from '../../platform/database/database';
import { Clock } from '../../platform/time/clock.service';
import { type CaseSubject, CasesService } from './cases.service';
import { causeRow, decideCase, selectCause } from './cases.sql';

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
}

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
   * case that there is, to which it adds the links.
   */
  async open(tx: Transaction, { reason, reopens, ...subject }: NewBankCase): Promise<number> {
    const { id: caseId, isNew } = await this.cases.begin(tx, subject, null);
    const said = { key: 'given' as const, values: { ...reason } };
    if (!isNew) {
      const found = reopens && (await this.cases.lock(tx, caseId));
      if (found?.state === 'decided') await this.cases.news(tx, found, said, { reopens });
      return caseId;
    }
    await this.cases.write(tx, { caseId, kind: 'opened', isCustomer: false, authorId: null, said });
    return caseId;
  }

  /**
   * Ends the case of a cause, if there is one that is not decided: what it was about was decided on its own page. Returns its
   * id.
   * @param by the administrator who decided it; null for the bank itself
   */
  async end(
    tx: Transaction,
    cause: string,
    decision: CaseDecision,
    by: number | null,
  ): Promise<number | undefined> {
    const known = await tx.row(causeRow, selectCause, [cause]);
    if (!known || known.state === 'decided') return undefined;
    const { id, reference } = known;
    const found = await this.cases.lock(tx, id);
    await tx.write(decideCase, [decision, by, this.clock.now(), by, id]);
    const said = { key: `ended_${decision}` as const, values: {} };
    await this.cases.write(tx, { caseId: id, kind: 'decision', isCustomer: false, authorId: by, said });
    const action = `case.${decision}` as const;
    await this.audit.record(tx, { action, type: 'info', values: { reference }, userId: by });
    this.cases.changed(tx, found, 'decided');
    return id;
  }
}
