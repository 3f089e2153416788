import { useEffect, useRef, useState } from 'react';
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
  const movements = useRef<HTMLSpanElement>(null);
  const [presses, setPresses] = useState(0);
  // They stand under the list, out of sight below many accounts.
  useEffect(() => {
    if (presses === 0) return;
    movements.current?.focus({ preventScroll: true });
    movements.current?.scrollIntoView({ block: 'start' });
  }, [presses, chosen]);
  return (
    <Page inOrder>
      <div ref={top} tabIndex={-1}>
        <PageHeading
          title={title('currencies.title')}
          lead={t('lead')}
          actions={<Link to="/dashboard/rates">{title('rates.title')}</Link>}
        />
      </div>
      <AccountList onChosen={() => setPresses((count) => count + 1)} onClosed={() => top.current?.focus()} />
      {account && <AccountMovements key={account.id} account={account} title={movements} />}
      <ExchangeCard accounts={accounts} />
    </Page>
  );
}
