import type { SpendingMonth } from '@bank/contracts/card-spending';
import { useFormat } from '@bank/i18n/use-format';
import { Amount } from '@bank/ui/amount';
import { Difference } from '@bank/ui/difference';
import { Stack } from '@bank/ui/layout';
import { Category } from '../purchases/category';
import styles from './month-categories.module.css';
import { useMonthNames } from './month-names';
import { useSpendingTexts } from './texts';

interface MonthCategoriesProps {
  month: SpendingMonth;
  /** The month before, unless the list begins here. */
  before: SpendingMonth | undefined;
  isRunning: boolean;
  currency: string;
}

/** The spending of one month, largest category first. */
export function MonthCategories({ month, before, isRunning, currency }: MonthCategoriesProps) {
  const { t } = useSpendingTexts();
  const { amount, percent } = useFormat();
  const name = useMonthNames();
  const { spent, refunded, categories } = month;
  const shown = categories.filter((each) => each.spent > 0).toSorted((one, other) => other.spent - one.spent);
  return (
    <Stack as="section" gap={12}>
      <h2 className={styles.title}>
        <span>{t('categories', { month: name(month.month, 'full') })}</span>
        <Amount value={spent} currency={currency} />
      </h2>
      {before && (
        <Difference
          now={spent}
          before={before.spent}
          worded={(value) => amount(value, currency)}
          period={t('month_before', { month: name(before.month, 'full') })}
        />
      )}
      {isRunning && <p className={styles.running}>{t('running')}</p>}
      {refunded !== 0 && <p>{t('refunded_too', { amount: amount(refunded, currency) })}</p>}
      {shown.length === 0 && <p>{t('none')}</p>}
      <ul className={styles.list}>
        {shown.map(({ category, spent: part }) => (
          <li key={category} className={styles.item}>
            <Category of={category} />
            <span className={styles.part}>{t('share', { percent: percent(part / spent) })}</span>
            <Amount value={part} currency={currency} />
            <span className={styles.bar} style={{ width: `${(part / spent) * 100}%` }} />
          </li>
        ))}
      </ul>
    </Stack>
  );
}
