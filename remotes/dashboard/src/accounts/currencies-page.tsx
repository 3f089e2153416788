import { useRef } from 'react';
import { Link } from '@bank/client/router';
import { Page } from '@bank/ui/page';
import { PageHeading } from '@bank/ui/page-heading';
import { ExchangeCard } from '../exchange/exchange-card';
import { useTexts } from '../texts';
import { AccountList } from './account-list';
import { AccountMovements } from './account-movements';
import { useLiveAccounts } from './accounts.api';
import { useCurrencyTexts } from './texts';
import { useChosenAccount } from './use-chosen-account';

/** The accounts by currency, the movements of one of them, and exchange between them. */
export function CurrenciesPage() {
  const { t: title } = useTexts();
  const { t } = useCurrencyTexts();
  const top = useRef<HTMLDivElement>(null);
  const { chosen } = useChosenAccount();
  const accounts = useLiveAccounts().data?.accounts ?? [];
  const account = accounts.find(({ id }) => id === chosen);
  return (
    <Page inOrder>
      <div ref={top} tabIndex={-1}>
        <PageHeading
          title={title('currencies.title')}
          lead={t('lead')}
          actions={<Link to="/dashboard/rates">{title('rates.title')}</Link>}
        />
      </div>
      <AccountList onClosed={() => top.current?.focus()} />
      {account && <AccountMovements key={account.id} account={account} />}
      <ExchangeCard accounts={accounts} />
    </Page>
  );
}
