import { Injectable } from '@nestjs/common';
import { addDays } from '@bank/contracts/days';
import { rowOf, text } from '../../platform/database/columns';
import type { Connection } from '../../platform/database/database';
import { SettlementDays } from '../../ports/payment-rail/settlement-days.service';
import type { SettlementStatement } from './settlement-statement';

const lastBefore = `
  SELECT DATE_FORMAT(in_force, '%Y-%m-%d') AS day FROM settlement_statements
  WHERE in_force < ? AND currency = ? ORDER BY in_force DESC LIMIT 1`;
const lastRow = rowOf({ day: text });

/** Which of the bank's days a statement stands for. */
@Injectable()
export class StatementPeriod {
  constructor(private readonly days: SettlementDays) {}

  /**
   * The first of the bank's days whose movements a statement stands for: its own day, or the first after the open day before it
   * where that is earlier. What moves while the clearing house is closed is settled, and stated, on the next open day; unless a
   * closed day has a statement of its own.
   */
  async firstDay(
    connection: Connection,
    { day, currency }: Pick<SettlementStatement, 'day' | 'currency'>,
  ): Promise<string> {
    const open = (await this.days.calendar(connection)).before(day);
    const stated = await connection.row(lastRow, lastBefore, [day, currency]);
    return addDays(stated && stated.day > open ? stated.day : open, 1);
  }

  /** Whether the clearing house settles on the day of a statement. */
  async isOpen(connection: Connection, { day }: Pick<SettlementStatement, 'day'>): Promise<boolean> {
    return (await this.days.calendar(connection)).isOpen(day);
  }
}
