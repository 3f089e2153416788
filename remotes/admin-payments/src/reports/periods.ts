import { addDays, daysFrom } from '@bank/contracts/days';
import { reportDays } from '@bank/contracts/reports';
import { bankToday } from '@bank/i18n/format';

export interface Period {
  dateFrom: string;
  dateTo: string;
}

export const presets = ['days_30', 'this_month', 'last_month'] as const;
export type Preset = (typeof presets)[number];

/** The period of a preset, in Paris time. */
export function periodOf(preset: Preset, today = bankToday()): Period {
  const first = `${today.slice(0, 7)}-01`;
  const lastOfPreviousMonth = addDays(first, -1);
  switch (preset) {
    case 'this_month':
      return { dateFrom: first, dateTo: today };
    case 'last_month':
      return { dateFrom: `${lastOfPreviousMonth.slice(0, 7)}-01`, dateTo: lastOfPreviousMonth };
    case 'days_30':
      return { dateFrom: addDays(today, 1 - reportDays.usual), dateTo: today };
  }
}

/** The period of the address, with the server's defaults. */
export function completed({ dateFrom, dateTo }: Period): Period {
  const to = dateTo || bankToday();
  return { dateFrom: dateFrom || addDays(to, 1 - reportDays.usual), dateTo: to };
}

/** The period of the same length that ends on the day before. */
export function periodBefore({ dateFrom, dateTo }: Period): Period {
  const last = addDays(dateFrom, -1);
  return { dateFrom: addDays(last, -daysFrom(dateFrom, dateTo)), dateTo: last };
}

/** Why the server would refuse a period, if it would. */
export function problemOf({ dateFrom, dateTo }: Period): 'reversed' | 'too_long' | undefined {
  if (dateFrom > dateTo) return 'reversed';
  return addDays(dateFrom, reportDays.most) <= dateTo ? 'too_long' : undefined;
}
