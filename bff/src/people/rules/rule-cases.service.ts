import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { CaseLink } from '@bank/contracts/cases';
import { idRow, rowOf, text, whole } from '../../platform/database/columns';
import type { Transaction } from '../../platform/database/database';
import { ApiException } from '../../platform/errors/api-exception';
import { CaseHandlers } from '../cases/case-handlers.service';
import { CasesService } from '../cases/cases.service';
import { type Decision, stops } from './engine';
import { likenessOf } from './event-keeper';
import type { ScoredEvent } from './scored-event';

const undecided = `
  SELECT e.case_id AS id FROM rule_events e JOIN cases c ON c.id = e.case_id
  WHERE e.likeness = ? AND c.state <> 'decided' ORDER BY e.id DESC LIMIT 1`;
const undecidedFinding = `
  SELECT e.case_id AS id FROM rule_events e JOIN cases c ON c.id = e.case_id
  WHERE e.user_id = ? AND c.kind = 'finding' AND c.state <> 'decided' ORDER BY e.id DESC LIMIT 1`;
const turnedOut = 'UPDATE rule_events SET outcome = ? WHERE case_id = ? LIMIT 1000';
const personRow = rowOf({ id: whole, email: text });

/** The cases of what rules hold or find, and what turns out in them. */
@Injectable()
export class RuleCases implements OnModuleInit {
  constructor(
    private readonly cases: CasesService,
    private readonly handlers: CaseHandlers,
  ) {}

  /** Accepting a case means that the event was honest: what was held may be done again. */
  onModuleInit(): void {
    for (const kind of ['hold', 'finding'] as const) {
      this.handlers.register(kind, {
        way: () => Promise.resolve('words'),
        decided: async (tx, { id }, decision) => {
          await tx.write(turnedOut, [decision === 'accepted' ? 'honest' : 'fraud', id]);
          return undefined;
        },
      });
    }
  }

  /**
   * The case of an event that rules let pass but noticed; undefined for one that no rule noticed. A customer has one
   * undecided finding at a time.
   */
  async finding(tx: Transaction, event: ScoredEvent, decision: Decision): Promise<number | undefined> {
    if (decision.hits.length === 0 || stops(decision.action)) return undefined;
    const waiting = await tx.row(idRow, undecidedFinding, [event.userId]);
    return waiting?.id ?? (await this.open(tx, 'finding', event, decision));
  }

  /** The case of an event that is held; what is tried again joins the case that waits. */
  async hold(
    tx: Transaction,
    event: ScoredEvent,
    decision: Decision,
    links: CaseLink[] = [],
  ): Promise<number | undefined> {
    const waiting = await tx.row(idRow, undecided, [likenessOf(event)]);
    return waiting?.id ?? (await this.open(tx, 'hold', event, decision, links));
  }

  /** A customer with too many open cases gets no other one: their events are kept all the same. */
  private async open(
    tx: Transaction,
    kind: 'hold' | 'finding',
    event: ScoredEvent,
    { hits }: Decision,
    links: CaseLink[] = [],
  ): Promise<number | undefined> {
    const person = await tx.found(personRow, 'SELECT id, email FROM users WHERE id = ?', [event.userId]);
    const names = hits.map(({ definition }) => definition.name.fr).join(', ');
    const reasons = hits.map(({ definition }) => `${definition.reason.fr}\n${definition.reason.en}`);
    const { amount } = event.facts;
    try {
      return await this.cases.open(tx, {
        ...{ kind, topic: 'other', userId: person.id, label: names, links, files: [] },
        sum: amount === undefined ? null : { amount: BigInt(Math.round(amount * 100)), currency: 'EUR' },
        text: reasons.join('\n\n'),
        author: { userId: person.id, email: person.email, requestId: null },
      });
    } catch (error) {
      if (error instanceof ApiException && error.code === 'CASE_LIMIT') return undefined;
      throw error;
    }
  }
}
