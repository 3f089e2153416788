import { reportDays } from '@bank/contracts/reports';
import { bankToday } from '@bank/i18n/format';

export interface Period {
  dateFrom: string;
  dateTo: string;
}

/** A day so many days after (or, negative, before) another. */
function daysAfter(day: string, count: number): string {
  const moved = new Date(`${day}T00:00:00Z`);
  moved.setUTCDate(moved.getUTCDate() + count);
  return moved.toISOString().slice(0, 10);
}

export const presets = ['days_30', 'this_month', 'last_month'] as const;
export type Preset = (typeof presets)[number];

/** The days of a preset, by the calendar of Paris. */
export function periodOf(preset: Preset, today = bankToday()): Period {
  const first = `${today.slice(0, 7)}-01`;
  const lastOfBefore = daysAfter(first, -1);
  switch (preset) {
    case 'this_month':
      return { dateFrom: first, dateTo: today };
    case 'last_month':
      return { dateFrom: `${lastOfBefore.slice(0, 7)}-01`, dateTo: lastOfBefore };
    case 'days_30':
      return { dateFrom: daysAfter(today, 1 - reportDays.usual), dateTo: today };
  }
}

/** What the address says of a period, completed as the server does. */
export function completed({ dateFrom, dateTo }: Period): Period {
  const to = dateTo || bankToday();
  return { dateFrom: dateFrom || daysAfter(to, 1 - reportDays.usual), dateTo: to };
}

/** Why a period cannot be reported on, if it cannot. */
export function problemOf({ dateFrom, dateTo }: Period): 'reversed' | 'too_long' | undefined {
  if (dateFrom > dateTo) return 'reversed';
  return daysAfter(dateFrom, reportDays.most) <= dateTo ? 'too_long' : undefined;
}
