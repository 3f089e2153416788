import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database';
import { type ApprovalDemand, ApprovalRule, type JudgedCall } from '../../platform/http/approval';
import { namedCard } from './named-card';

/** Showing a card's number. */
@Injectable()
export class CardRevealApproval extends ApprovalRule {
  constructor(private readonly database: Database) {
    super();
  }

  demand(call: JudgedCall): Promise<ApprovalDemand> {
    const summary = async () =>
      ({ action: 'card_reveal', detail: await namedCard(this.database, call) }) as const;
    return Promise.resolve({ summary });
  }
}
