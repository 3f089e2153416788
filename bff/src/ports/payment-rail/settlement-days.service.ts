import { Injectable } from '@nestjs/common';
import { addDays } from '@bank/contracts/days';
import { isTargetDay, targetDayAfter, targetDayBefore } from '@bank/contracts/target-days';
import { BankSettingsService } from '../../platform/bank-settings/bank-settings.service';
import type { Connection } from '../../platform/database/database';

/** A value of the setting `sepa_cut_offs`: the demonstration’s clearing house settles every minute of every day. */
export const everyMinute = '*';

/** The day itself if banks settle with each other on it, otherwise the next day on which they do. */
export const nextTargetDay = (day: string): string => (isTargetDay(day) ? day : targetDayAfter(day, 1));

/** The days on which banks settle with each other. */
interface SettlementCalendar {
  isOpen(day: string): boolean;
  /** The day itself, or the first open one after it. */
  from(day: string): string;
  /** The last open day before it. */
  before(day: string): string;
}

const everyDay: SettlementCalendar = {
  isOpen: () => true,
  from: (day) => day,
  before: (day) => addDays(day, -1),
};
const targetDays: SettlementCalendar = { isOpen: isTargetDay, from: nextTargetDay, before: targetDayBefore };

/** The days on which the clearing house settles. */
@Injectable()
export class SettlementDays {
  constructor(private readonly settings: BankSettingsService) {}

  async calendar(connection?: Connection): Promise<SettlementCalendar> {
    const times = await this.settings.read('sepa_cut_offs', connection);
    return times === everyMinute ? everyDay : targetDays;
  }
}
