import { ApiException } from '../../platform/errors/api-exception';
import type { Decision } from './engine';
import type { ScoredEvent } from './scored-event';

/** Thrown when rules hold or block an action, which is rolled back; `RuleStops` stores it and opens the case. */
export class RuleStop extends ApiException {
  constructor(
    readonly event: ScoredEvent,
    readonly decision: Decision & { action: 'hold' | 'block' },
  ) {
    super(decision.action === 'hold' ? 'HELD_FOR_REVIEW' : 'BLOCKED_BY_RULE');
  }
}
