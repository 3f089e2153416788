import { useFormat } from '@bank/i18n/use-format';
import { changeOf } from '@bank/ui/difference';
import { Icon } from '@bank/ui/icon';
import { useBalanceTexts } from './texts';
import styles from './balance-change.module.css';

interface BalanceChangeProps {
  current: number;
  previous: number;
  currency: string;
}

/** The change of the balance by the last transaction, in percent. */
export function BalanceChange({ current, previous, currency }: BalanceChangeProps) {
  const { t } = useBalanceTexts();
  const { amount, percent } = useFormat();
  const { direction, ratio } = changeOf(current, previous);
  // A share that would be rounded to nothing is left out.
  const hasShare = ratio !== undefined && Math.abs(ratio) >= 0.0005;
  return (
    <p className={styles.change}>
      {direction !== 'same' && (
        <span className={styles[direction]}>
          <Icon name="arrow-up-right" />
        </span>
      )}
      <span>
        <strong className={styles[direction]}>
          {t(direction)}
          {hasShare && ` ${percent(ratio, { signed: true })}`}
        </strong>{' '}
        {t('since', { amount: amount(previous, currency) })}
      </span>
    </p>
  );
}
