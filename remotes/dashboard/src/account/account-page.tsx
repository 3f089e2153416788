import { QueryBoundary } from '@bank/client/query-boundary';
import { shortened } from '@bank/contracts/account-number';
import type { Account } from '@bank/contracts/accounts';
import { useNavigate } from '@bank/client/router';
import { SelectField } from '@bank/ui/select-field';
import { Page } from '@bank/ui/page';
import { PageHeading } from '@bank/ui/page-heading';
import { NoBalance } from '../balance/balance-failure';
import { useChosenAccount } from '../accounts/use-chosen-account';
import { useTexts } from '../texts';
import { useAccounts } from './account.api';
import { BankDetails } from './bank-details';
import { Statements } from './statements';
import { useAccountTexts } from './texts';

/** The bank details and statements of an account: of the one that the address names, otherwise the first. */
export function AccountPage() {
  const { t: title } = useTexts();
  const { t } = useAccountTexts();
  const { chosen } = useChosenAccount();
  return (
    <Page>
      <PageHeading title={title('account.title')} lead={t('lead')} />
      <QueryBoundary query={useAccounts()} rows={6} failed={t('failed')} message={t('failed_message')}>
        {({ accounts }) => {
          const account = accounts.find(({ id }) => id === chosen) ?? accounts[0];
          return account ? (
            <>
              {accounts.length > 1 && <AccountChoice accounts={accounts} account={account} />}
              <BankDetails account={account} />
              <Statements account={account} />
            </>
          ) : (
            <NoBalance />
          );
        }}
      </QueryBoundary>
    </Page>
  );
}

function AccountChoice({ accounts, account }: { accounts: readonly Account[]; account: Account }) {
  const { t } = useAccountTexts();
  const { addressOf } = useChosenAccount();
  const navigate = useNavigate();
  const labelOf = ({ currency, account_number: iban, status }: Account) => {
    // The whole number stands below, and would be cut off on a telephone.
    const name = `${currency} – ${shortened(iban)}`;
    return status === 'closed' ? t('choice_closed', { account: name }) : name;
  };
  return (
    <SelectField
      label={t('choice')}
      value={String(account.id)}
      onChange={(event) => void navigate(addressOf(Number(event.target.value)), { replace: true })}
      options={accounts.map((each) => ({ value: String(each.id), label: labelOf(each) }))}
    />
  );
}
