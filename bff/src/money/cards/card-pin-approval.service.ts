import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database';
import { type ApprovalDemand, ApprovalRule, type JudgedCall } from '../../platform/http/approval';
import { Clock } from '../../platform/time/clock.service';
import { parisDay } from '../../platform/time/paris-day';
import { maskedNumber } from './card-number';
import { namedCard } from './named-card';
import { refusePin } from './own-card';

/** Setting a card's PIN. */
@Injectable()
export class CardPinApproval extends ApprovalRule {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    super();
  }

  demand(call: JudgedCall): Promise<ApprovalDemand> {
    const summary = async () => {
      const card = await namedCard(this.database, call);
      refusePin(card, parisDay(this.clock.now()));
      return { action: 'card_pin', detail: maskedNumber(card.lastFour) } as const;
    };
    return Promise.resolve({ summary });
  }
}
