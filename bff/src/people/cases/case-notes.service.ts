import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { caseKinds, type CaseNoteRequest, type StaffCase } from '@bank/contracts/cases';
import { AuditService } from '../../platform/audit/audit.service';
import { rowOf, whole } from '../../platform/database/columns';
import { Database, type Transaction } from '../../platform/database/database';
import { KeyedForms } from '../../platform/documents/keyed-forms.service';
import { authorOf, type RequestContext } from '../../platform/http/request-context';
import { CaseFiles } from './case-files.service';
import type { ReceivedCaseForm } from './case-forms.service';
import { CasesService } from './cases.service';
import { growCase } from './cases.sql';
import { caseValues, refuseOwnCase } from './own-case';
import { StaffCasesService } from './staff-cases.service';

const selectCustomer = 'SELECT kind, user_id AS userId FROM cases WHERE id = ?';
const customerRow = rowOf({ kind: z.enum(caseKinds), userId: whole });

/** Staff's notes for colleagues, with files; the customer sees neither. */
@Injectable()
export class CaseNotesService {
  constructor(
    private readonly database: Database,
    private readonly keyedForms: KeyedForms,
    private readonly cases: CasesService,
    private readonly staffCases: StaffCasesService,
    private readonly files: CaseFiles,
    private readonly audit: AuditService,
  ) {}

  /**
   * Adds a note with its files, also to a decided case.
   * @param receive reads the form and stores its files, which only happens for a case that the caller may work on
   * @throws what `receive` does, and ApiException NOT_FOUND, OWN_CASE, INVALID_FIELDS, IDEMPOTENCY_KEY_REUSED.
   */
  async note(
    context: RequestContext,
    id: number,
    receive: () => Promise<ReceivedCaseForm<CaseNoteRequest>>,
  ): Promise<StaffCase> {
    refuseOwnCase(await this.database.found(customerRow, selectCustomer, [id]), context.actor.userId);
    const received = await receive();
    return this.keyedForms.once(context.idempotency, received, async (tx) => {
      await this.add(tx, id, received, context);
      return this.staffCases.one(context, id, tx);
    });
  }

  private async add(
    tx: Transaction,
    id: number,
    { form, files }: ReceivedCaseForm<CaseNoteRequest>,
    context: RequestContext,
  ): Promise<void> {
    const found = await this.cases.lock(tx, id);
    await this.files.mayAdd(tx, id, files.length, 'staff');
    const entry = { caseId: id, kind: 'note', isCustomer: false, authorId: context.actor.userId } as const;
    await this.cases.write(tx, { ...entry, text: form.text }, files);
    await tx.write(growCase, [id]);
    const line = { type: 'info', ...authorOf(context) } as const;
    const about = caseValues(found);
    await this.audit.record(tx, { action: 'case.noted', values: about, ...line });
    if (files.length > 0) {
      const values = { ...about, count: files.length };
      await this.audit.record(tx, { action: 'case.files_added', values, ...line });
    }
    this.cases.changed(tx, found);
  }
}
