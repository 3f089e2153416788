import { Injectable } from '@nestjs/common';
import { DataSource, type QueryRunner } from 'typeorm';
import { partnerFigureDays, type PartnerFigures, type Widget } from '@bank/contracts/partners';
import { Clock } from '../common/clock';
import { wholeNumber } from '../common/money-column';
import { addDays, parisDay } from '../common/paris-day';
import { inTransaction } from '../common/transaction';
import { type FrameLoad, FrameTokens } from './frame-tokens.service';

interface DayRow {
  day: string;
  widget: Widget;
  opens: string;
  signups: string;
}

/** Counts, by day of Paris, what happens on partners' pages. */
@Injectable()
export class PartnerDaysService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly tokens: FrameTokens,
    private readonly clock: Clock,
  ) {}

  /** The first day that figures go back to. */
  get firstDay(): string {
    return addDays(parisDay(this.clock.now()), 1 - partnerFigureDays);
  }

  /** Counts one more opened widget, once for each load of its frame. @throws Failure FRAME_TOKEN_INVALID for a second one. */
  opened(partnerId: number, widget: Widget, load: FrameLoad): Promise<void> {
    return inTransaction(this.dataSource, async (runner) => {
      await this.tokens.spend(runner, load, 'open');
      await this.count(runner, 'opens', partnerId, widget);
    });
  }

  /** Counts one more completed sign-up, as part of the caller's transaction. */
  signedUp(runner: QueryRunner, partnerId: number): Promise<void> {
    return this.count(runner, 'signups', partnerId, 'signup');
  }

  /** The last `partnerFigureDays` of a partner, days without anything included. */
  async of(partnerId: number): Promise<PartnerFigures> {
    const { firstDay } = this;
    const rows = (await this.dataSource.query(
      `SELECT DATE_FORMAT(day, '%Y-%m-%d') AS day, widget, opens, signups FROM partner_days
       WHERE partner_id = ? AND day >= ?`,
      [partnerId, firstDay],
    )) as DayRow[];
    const found = new Map(rows.map((row) => [`${row.day} ${row.widget}`, row]));
    return {
      days: Array.from({ length: partnerFigureDays }, (_, at) => {
        const day = addDays(firstDay, at);
        const [chat, signup] = [found.get(`${day} chat`), found.get(`${day} signup`)];
        return {
          day,
          chat_opens: wholeNumber(chat?.opens ?? 0),
          signup_opens: wholeNumber(signup?.opens ?? 0),
          signups: wholeNumber(signup?.signups ?? 0),
        };
      }),
    };
  }

  private async count(
    runner: QueryRunner,
    what: 'opens' | 'signups',
    partnerId: number,
    widget: Widget,
  ): Promise<void> {
    await runner.query(
      `INSERT INTO partner_days (partner_id, day, widget, ${what}) VALUES (?, ?, ?, 1)
       ON DUPLICATE KEY UPDATE ${what} = ${what} + 1`,
      [partnerId, parisDay(this.clock.now()), widget],
    );
  }
}
