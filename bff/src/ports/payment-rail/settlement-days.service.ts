import { Injectable } from '@nestjs/common';
import { isTargetDay, targetDayAfter } from '@bank/contracts/target-days';
import { BankSettingsService } from '../../platform/bank-settings/bank-settings.service';
import type { Connection } from '../../platform/database/database';

/** A value of the setting `sepa_cut_offs`: the demonstration’s clearing house settles every minute of every day. */
export const everyMinute = '*';

/** The day itself if banks settle with each other on it, otherwise the next day on which they do. */
export const nextTargetDay = (day: string): string => (isTargetDay(day) ? day : targetDayAfter(day, 1));

/** The days on which the clearing house settles. */
@Injectable()
export class SettlementDays {
  constructor(private readonly settings: BankSettingsService) {}

  /** What finds the first day from a given one on which banks settle with each other. */
  async finder(connection: Connection): Promise<(day: string) => string> {
    const times = await this.settings.read('sepa_cut_offs', connection);
    return times === everyMinute ? (day) => day : nextTargetDay;
  }
}
