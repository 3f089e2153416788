import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import {
  type PartnerCounts,
  partnerFigureDays,
  type PartnerFigures,
  isTool,
  type Widget,
  widgets,
} from '@bank/contracts/partners';
import { addDays } from '@bank/contracts/days';
import { Clock } from '../../platform/time/clock.service';
import { rowOf, text, whole } from '../../platform/database/columns';
import { parisDay } from '../../platform/time/paris-day';
import { type FrameLoad, FrameTokens } from './frame-tokens.service';
import type { ActivePartner } from './partners.service';
import { Database, type Transaction } from '../../platform/database/database';

const dayRow = rowOf({ day: text, widget: z.enum(widgets), opens: whole, signups: whole });

@Injectable()
export class PartnerDaysService {
  constructor(
    private readonly database: Database,
    private readonly tokens: FrameTokens,
    private readonly clock: Clock,
  ) {}

  get firstDay(): string {
    return addDays(parisDay(this.clock.now()), 1 - partnerFigureDays);
  }

  /**
   * Counts an opened widget, once per load of its frame; in the test mode only the load is spent.
   * @throws ApiException FRAME_TOKEN_INVALID the second time.
   */
  opened({ id, isTest }: ActivePartner, widget: Widget, load: FrameLoad): Promise<void> {
    return this.database.transaction(async (tx) => {
      await this.tokens.spend(tx, load, 'open');
      if (!isTest) await this.count(tx, 'opens', id, widget);
    });
  }

  /** Counts a completed sign-up in the caller's transaction. */
  signedUp(tx: Transaction, partnerId: number): Promise<void> {
    return this.count(tx, 'signups', partnerId, 'signup');
  }

  /** The last `partnerFigureDays` of a partner, empty days included, and the sums of as many days before. */
  async of(partnerId: number): Promise<PartnerFigures> {
    const { firstDay } = this;
    const firstBefore = addDays(firstDay, -partnerFigureDays);
    const rows = await this.database.rows(
      dayRow,
      `SELECT DATE_FORMAT(day, '%Y-%m-%d') AS day, widget, opens, signups FROM partner_days
       WHERE partner_id = ? AND day >= ?`,
      [partnerId, firstBefore],
    );
    return {
      days: Array.from({ length: partnerFigureDays }, (_, index) => {
        const day = addDays(firstDay, index);
        return { day, ...sumOf(rows.filter((row) => row.day === day)) };
      }),
      before: sumOf(rows.filter(({ day }) => day < firstDay)),
    };
  }

  private async count(
    tx: Transaction,
    column: 'opens' | 'signups',
    partnerId: number,
    widget: Widget,
  ): Promise<void> {
    await tx.write(
      `INSERT INTO partner_days (partner_id, day, widget, ${column}) VALUES (?, ?, ?, 1)
       ON DUPLICATE KEY UPDATE ${column} = ${column} + 1`,
      [partnerId, parisDay(this.clock.now()), widget],
    );
  }
}

const sumOf = (rows: readonly z.infer<typeof dayRow>[]): PartnerCounts => {
  const sum = { chat_opens: 0, signup_opens: 0, tool_opens: 0, signups: 0 };
  for (const { widget, opens, signups } of rows) {
    sum[isTool(widget) ? 'tool_opens' : widget === 'chat' ? 'chat_opens' : 'signup_opens'] += opens;
    sum.signups += signups;
  }
  return sum;
};
