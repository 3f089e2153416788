import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { BankTopic, CaseDecision, CaseLink } from '@bank/contracts/cases';
import type { Language } from '@bank/contracts/language';
import type { RuleEvent } from '@bank/contracts/rule-words';
import { idRow } from '../../platform/database/columns';
import type { Transaction } from '../../platform/database/database';
import { BankCases } from '../cases/bank-cases.service';
import { CaseHandlers } from '../cases/case-handlers.service';
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
const firstTurnedOut = `UPDATE rule_events SET outcome = ? WHERE case_id = ? AND outcome = 'unknown' LIMIT 1000`;
const topics = {
  sign_in: 'sign_in',
  transfer: 'transfer',
  payment: 'payment',
  card: 'card_payment',
  payee: 'payee',
  contact: 'contact_data',
  identity: 'identity',
} as const satisfies Record<RuleEvent, BankTopic>;

const outcomeOf = (decision: CaseDecision) => (decision === 'accepted' ? 'honest' : 'fraud');

/** The cases of held or noticed events, and their outcomes. */
@Injectable()
export class RuleCases implements OnModuleInit {
  constructor(
    private readonly cases: BankCases,
    private readonly handlers: CaseHandlers,
  ) {}

  onModuleInit(): void {
    this.handlers.register('finding', {
      way: () => Promise.resolve('words'),
      decided: async (tx, { id }, decision) => {
        await this.turnOut(tx, id, decision);
        return undefined;
      },
    });
  }

  /** Accepting a case means that its event was honest: the held action may be repeated. */
  async turnOut(tx: Transaction, caseId: number, decision: CaseDecision): Promise<void> {
    await tx.write(turnedOut, [outcomeOf(decision), caseId]);
  }

  /** As `turnOut`, unless it is known: a case may be opened again for a reason that has nothing to do with its event. */
  async turnOutFirst(tx: Transaction, caseId: number, decision: CaseDecision): Promise<void> {
    await tx.write(firstTurnedOut, [outcomeOf(decision), caseId]);
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

  /**
   * The case of an event that is held; what is tried again joins the case that waits. A payment or an identity file that waits has
   * a case of its own, which ends with it.
   */
  async hold(
    tx: Transaction,
    event: ScoredEvent,
    decision: Decision,
    links: CaseLink[] = [],
  ): Promise<number | undefined> {
    const waiting = waitsItself(links) ? undefined : await tx.row(idRow, undecided, [likenessOf(event)]);
    return waiting?.id ?? (await this.open(tx, 'hold', event, decision, links));
  }

  private open(
    tx: Transaction,
    kind: 'hold' | 'finding',
    event: ScoredEvent,
    { hits }: Decision,
    links: CaseLink[] = [],
  ): Promise<number> {
    const { userId, facts, at } = event;
    const about = waitsItself(links);
    const own = `rule:${kind}:${userId}:${likenessOf(event).toString('hex')}:${at.getTime()}`;
    const amount = facts.amount === undefined ? null : BigInt(Math.round(facts.amount * 100));
    const reasonIn = (language: Language) =>
      hits.map(({ definition: { name, reason } }) => `${name[language]}. ${reason[language]}`).join('\n');
    return this.cases.open(tx, {
      kind: about?.type === 'submission' ? 'identity' : kind,
      topic: topics[event.kind],
      userId,
      links,
      label: hits[0]?.definition.name.fr ?? '',
      sum: amount === null ? null : { amount, currency: 'EUR' },
      cause: about ? `${about.type}:${about.id}` : own,
      // A customer has one undecided case about their identity at a time.
      ...(about?.type === 'submission' && { continues: true }),
      reason: { fr: reasonIn('fr'), en: reasonIn('en') },
    });
  }
}

/** The link to what waits for the decision, rather than being tried again afterwards. */
const waitsItself = (links: CaseLink[]) =>
  links.find(({ type }) => type === 'payment' || type === 'submission');
