import { Injectable } from '@nestjs/common';
import { AuditService } from '../../platform/audit/audit.service';
import type { Transaction } from '../../platform/database/database';
import { storeScored } from './event-keeper';
import { RuleCases } from './rule-cases.service';
import type { RuleStop } from './rule-stop';

/** Stores stopped events after their rollback, and opens a case for each held one. */
@Injectable()
export class RuleStops {
  constructor(
    private readonly cases: RuleCases,
    private readonly audit: AuditService,
  ) {}

  async keep(tx: Transaction, { event, decision }: RuleStop): Promise<void> {
    const caseId = decision.action === 'hold' ? await this.cases.hold(tx, event, decision) : undefined;
    tx.defer(...storeScored([{ event, decision, isCounted: false, caseId }]));
    const rules = decision.hits.map(({ definition }) => definition.name.fr).join(', ');
    const action = decision.action === 'hold' ? 'rules.held' : 'rules.blocked';
    // Not as an action of the customer, who must not learn of the rules; their history for the staff has it.
    await this.audit.record(tx, {
      action,
      text: `${action}_user`,
      type: 'warning',
      userId: null,
      requestId: null,
      values: { kind: event.kind, rules, user: event.userId },
    });
  }
}
