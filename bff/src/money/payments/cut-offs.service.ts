import { Injectable } from '@nestjs/common';
import { addDays } from '@bank/contracts/days';
import { isTargetDay } from '@bank/contracts/target-days';
import { BankSettingsService } from '../../platform/bank-settings/bank-settings.service';
import { parisDay, startOfParisDay } from '../../platform/time/paris-day';
import { everyMinute } from '../../ports/payment-rail/settlement-days.service';

/** The setting `sepa_cut_offs`, unless it is `everyMinute`: times of Paris. */
const otherwise = '08:00 10:00 12:00 14:00 16:00';
const minute = 60_000;
/** A payment that was made just before a cut-off leaves with the next one, so that it can still be taken back. */
const graceMs = 10_000;

/** When SEPA payments leave (the bank and the world, section 3). */
@Injectable()
export class CutOffsService {
  constructor(private readonly settings: BankSettingsService) {}

  /** Payments that were queued until this moment are due. */
  async latest(now: Date): Promise<Date> {
    const times = (await this.settings.read('sepa_cut_offs')) ?? otherwise;
    return new Date(latestCutOff(times, now).getTime() - graceMs);
  }
}

/** More days than banks are ever closed in a row. */
const longestClosing = 7;

/** The last cut-off at or before a moment. There is one on days on which banks settle with each other only. */
export function latestCutOff(times: string, now: Date): Date {
  if (times === everyMinute) return new Date(Math.floor(now.getTime() / minute) * minute);
  const today = parisDay(now);
  for (let before = 0; before <= longestClosing; before += 1) {
    const day = addDays(today, -before);
    const last = isTargetDay(day) ? momentsOf(times, day).findLast((each) => each <= now) : undefined;
    if (last) return last;
  }
  return new Date(0);
}

function momentsOf(times: string, day: string): Date[] {
  const midnight = startOfParisDay(day).getTime();
  const minutes = [...times.matchAll(/(\d{2}):(\d{2})/g)].map(
    ([, hour, rest]) => Number(hour) * 60 + Number(rest),
  );
  return minutes.sort((one, other) => one - other).map((each) => new Date(midnight + each * minute));
}
