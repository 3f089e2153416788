import { Injectable } from '@nestjs/common';
import type {
  AddBeneficiaryRequest,
  Beneficiary,
  BeneficiaryList,
  ChangeBeneficiaryRequest,
} from '@bank/contracts/payees';
import { AuditService } from '../../platform/audit/audit.service';
import { Database } from '../../platform/database/database';
import { EventsService } from '../../platform/events/events.service';
import { ApiException } from '../../platform/errors/api-exception';
import { Idempotency } from '../../platform/http/idempotency.service';
import { authorOf, type RequestContext } from '../../platform/http/request-context';
import { Clock } from '../../platform/time/clock.service';
import { RuleScoring } from '../../people/rules/rule-scoring.service';
import { AddressBookService } from './address-book.service';

/** Of standing orders that still run: those that ended are removed with their payee, whose name they would have lost. */
const inUse = `
  SELECT 1 FROM standing_orders WHERE beneficiary_id = ? AND deleted_at IS NULL AND next_run IS NOT NULL LIMIT 1`;
const removeEnded = `
  UPDATE standing_orders SET deleted_at = ? WHERE beneficiary_id = ? AND deleted_at IS NULL`;

/** The calls of customers about their address book. */
@Injectable()
export class BeneficiariesService {
  constructor(
    private readonly database: Database,
    private readonly book: AddressBookService,
    private readonly idempotency: Idempotency,
    private readonly events: EventsService,
    private readonly audit: AuditService,
    private readonly rules: RuleScoring,
    private readonly clock: Clock,
  ) {}

  /** The caller's address book, the most recently used first. */
  async list(userId: number): Promise<BeneficiaryList> {
    return { beneficiaries: await this.book.list(this.database, userId) };
  }

  /**
   * Adds an entry that the customer approves (see `BeneficiaryApproval`), which makes it trusted, and notifies them.
   * @throws ApiException RECIPIENT_IN_THIS_BANK, BENEFICIARY_KNOWN, LIST_FULL, IDEMPOTENCY_KEY_REUSED; HELD_FOR_REVIEW,
   * BLOCKED_BY_RULE where the rules say so.
   */
  add(context: RequestContext, request: AddBeneficiaryRequest): Promise<Beneficiary> {
    const { userId } = context.actor;
    return this.idempotency.once(context.idempotency, async (tx) => {
      const entry = await this.book.enter(tx, authorOf(context), request);
      const payee = this.rules.digest(`${entry.bic ?? ''}${entry.account}`);
      const facts = { country: entry.country };
      await this.rules.score(tx, { kind: 'payee', userId, facts, keys: { payee } }, true);
      return entry;
    });
  }

  /** Changes the note of an entry. @throws ApiException NOT_FOUND, also for another customer's. */
  async change(
    context: RequestContext,
    id: number,
    { label }: ChangeBeneficiaryRequest,
  ): Promise<Beneficiary> {
    return this.database.transaction(async (tx) => {
      const changed = await this.book.note(tx, context.actor.userId, id, label ?? null);
      const author = authorOf(context);
      await this.audit.record(tx, { action: 'beneficiary.changed', type: 'info', values: { id }, ...author });
      return changed;
    });
  }

  /**
   * Removes an entry, with the standing orders to it that have ended; payments made to it are kept.
   * @throws ApiException NOT_FOUND, also for another customer's; BENEFICIARY_IN_USE while a standing order goes to it.
   */
  async remove(context: RequestContext, id: number): Promise<void> {
    await this.database.transaction(async (tx) => {
      await this.book.lockOwn(tx, context.actor.userId, id);
      if (await tx.exists(inUse, [id])) throw new ApiException('BENEFICIARY_IN_USE');
      const { affectedRows } = await tx.write(removeEnded, [this.clock.now(), id]);
      if (affectedRows > 0) this.events.emit(tx, context.actor.userId, 'planned_payment', {});
      await tx.write('DELETE FROM beneficiaries WHERE id = ?', [id]);
      const author = authorOf(context);
      await this.audit.record(tx, { action: 'beneficiary.removed', type: 'info', values: { id }, ...author });
    });
  }
}
