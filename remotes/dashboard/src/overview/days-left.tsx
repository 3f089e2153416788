import { daysFrom } from '@bank/contracts/days';
import type { Income } from '@bank/contracts/overview';
import { bankToday } from '@bank/i18n/format';
import { useFormat } from '@bank/i18n/use-format';
import { useTexts } from '../texts';

/** How much of the time between two incomes is over today, from 0 to 1. */
export function passedOf({ last, next }: Income): number {
  const whole = daysFrom(last, next);
  return whole <= 0 ? 1 : daysFrom(last, bankToday()) / whole;
}

interface DaysLeftProps {
  income: Income;
  /** Decimal euros. */
  available: number;
}

/** The picture of the arch in words: how long the money has to last, and what that is a day, in whole euros rounded down. */
export function DaysLeft({ income, available }: DaysLeftProps) {
  const { t } = useTexts();
  const { wholeAmount, date } = useFormat();
  const count = daysFrom(bankToday(), income.next);
  const perDay = available / Math.max(1, count);
  const day = date(income.next);
  if (count <= 0) return <p>{t('overview.income_today')}</p>;
  return (
    <p>
      {available > 0
        ? t('overview.left', { count, amount: wholeAmount(perDay), day })
        : t('overview.left_days', { count, day })}
    </p>
  );
}
