import type { Balance } from '@bank/contracts/accounts';
import { Amount } from '@bank/ui/amount';
import { Card } from '@bank/ui/card';
import { useTexts } from '../texts';
import styles from './account-details.module.css';
import { inGroupsOfFour } from './account-number';

/** The account's number, kind and limits. */
export function AccountDetails({ balance }: { balance: Balance }) {
  const { t } = useTexts();
  const { currency } = balance;
  const limits = [
    [t('balance.transfer_limit'), balance.transfer_limit],
    [t('balance.withdrawal_limit'), balance.withdrawal_limit],
    [t('balance.card_limit'), balance.card_limit],
    [t('balance.overdraft_limit'), balance.overdraft_limit],
  ] as const;
  return (
    <Card title={t('balance.details')}>
      <dl className={styles.details}>
        <div className={styles.number}>
          <dt>{t('balance.number')}</dt>
          <dd>{inGroupsOfFour(balance.account_number)}</dd>
        </div>
        <div>
          <dt>{t('balance.type')}</dt>
          <dd>{balance.account_type === 'current' ? t('balance.type_current') : balance.account_type}</dd>
        </div>
        <div>
          <dt>{t('balance.currency')}</dt>
          <dd>{currency}</dd>
        </div>
        {limits.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <Amount value={value} currency={currency} />
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
