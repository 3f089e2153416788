import type { ScheduledPayment } from '@bank/contracts/scheduled-payments';
import { useFormat } from '@bank/i18n/use-format';
import { CellDetail, CellLines } from '@bank/ui/cell';
import { useScheduledTexts } from './texts';

type Rhythm = Pick<ScheduledPayment, 'frequency' | 'first_run'>;

/** The number of days that every month has. */
const shortestMonth = 28;

/** Returns the recurrence of a debit: "Chaque semaine, le mardi", "Chaque mois, le 5". */
function useRecurrence() {
  const { t } = useScheduledTexts();
  const { weekday, dayOfMonth } = useFormat();
  return ({ frequency, first_run: first }: Rhythm) => {
    if (frequency === 'weekly') return t('scheduled.every_week', { day: weekday(first) });
    const isInEveryMonth = Number(first.slice(8)) <= shortestMonth;
    return t(isInEveryMonth ? 'scheduled.every_month' : 'scheduled.every_month_end', {
      day: dayOfMonth(first),
    });
  };
}

/** The next run of a debit, and its recurrence. */
export function NextRun({ debit }: { debit: ScheduledPayment }) {
  const { t } = useScheduledTexts();
  const { comingDay } = useFormat();
  const recurrence = useRecurrence();
  return (
    <CellLines>
      {debit.active ? comingDay(debit.next_run) : t('scheduled.inactive_next')}
      {debit.frequency && <CellDetail>{recurrence(debit)}</CellDetail>}
    </CellLines>
  );
}
