import type { Balance } from '@bank/contracts/accounts';
import { inGroupsOfFour } from '@bank/contracts/account-number';
import { useFormat } from '@bank/i18n/use-format';
import { Link } from '@bank/client/router';
import { Alert } from '@bank/ui/alert';
import { Amount } from '@bank/ui/amount';
import { Card } from '@bank/ui/card';
import { Fact, DescriptionList } from '@bank/ui/description-list';
import { Cluster } from '@bank/ui/layout';
import { WhyStopped } from '../why/why-stopped';
import { useTexts } from '../texts';
import { useBalanceTexts } from './texts';

export function AccountDetails({ balance }: { balance: Balance }) {
  const { t: common } = useTexts();
  const { t } = useBalanceTexts();
  const { amount } = useFormat();
  const { currency } = balance;
  const limits = [
    [t('transfer_limit'), balance.transfer_limit],
    [t('withdrawal_limit'), balance.withdrawal_limit],
    [t('card_limit'), balance.card_limit],
    [t('overdraft_limit'), balance.overdraft_limit],
  ] as const;
  return (
    <Card
      title={t('details')}
      actions={
        <Cluster gap={16}>
          <Link to="/dashboard/account">{common('account.title')}</Link>
          <Link to="/dashboard/currencies">{common('currencies.title')}</Link>
        </Cluster>
      }
    >
      {balance.level === 'limited' && (
        <Alert icon="clock" title={t('limited')}>
          <p>{t('limited_message')}</p>
          {balance.incoming_left !== undefined && balance.incoming_left !== null && (
            <p>{t('limited_left', { amount: amount(balance.incoming_left, currency) })}</p>
          )}
          <Link to="/kyc">{common('balance.limited_link')}</Link>
          <WhyStopped why={balance.why} withReason={false} />
        </Alert>
      )}
      <DescriptionList>
        <Fact name={t('number')}>
          <span className="account-number">{inGroupsOfFour(balance.account_number)}</span>
        </Fact>
        <Fact name={t('type')}>
          {balance.account_type === 'current' ? t('type_current') : balance.account_type}
        </Fact>
        <Fact name={t('currency')}>{currency}</Fact>
        {limits.map(([label, value]) => (
          <Fact key={label} name={label}>
            <Amount value={value} currency={currency} />
          </Fact>
        ))}
      </DescriptionList>
    </Card>
  );
}
