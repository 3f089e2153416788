import { QueryBoundary } from '@bank/client/query-boundary';
import { Page } from '@bank/ui/page';
import { PageHeading } from '@bank/ui/page-heading';
import { NoBalance } from '../balance/balance-failure';
import { useTexts } from '../texts';
import { useAccounts } from './account.api';
import { BankDetails } from './bank-details';
import { Statements } from './statements';
import { useAccountTexts } from './texts';

/** The bank details and statements of the first account. */
export function AccountPage() {
  const { t: title } = useTexts();
  const { t } = useAccountTexts();
  return (
    <Page>
      <PageHeading title={title('account.title')} lead={t('lead')} />
      <QueryBoundary query={useAccounts()} rows={6} failed={t('failed')} message={t('failed_message')}>
        {({ accounts: [account] }) =>
          account ? (
            <>
              <BankDetails account={account} />
              <Statements account={account} />
            </>
          ) : (
            <NoBalance />
          )
        }
      </QueryBoundary>
    </Page>
  );
}
