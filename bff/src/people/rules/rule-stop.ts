import { ApiException } from '../../platform/errors/api-exception';
import type { Decision } from './engine';
import type { ScoredEvent } from './scored-event';

/** Something that rules hold or block. What was to be done is undone; `RuleStops` keeps it and opens the case. */
export class RuleStop extends ApiException {
  constructor(
    readonly event: ScoredEvent,
    readonly decision: Decision & { action: 'hold' | 'block' },
  ) {
    super(decision.action === 'hold' ? 'HELD_FOR_REVIEW' : 'BLOCKED_BY_RULE');
  }
}
