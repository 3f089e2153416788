import { useState } from 'react';
import { inGroupsOfFour } from '@bank/contracts/account-number';
import type { Account } from '@bank/contracts/accounts';
import { homeCurrency } from '@bank/contracts/currencies';
import { isOffline } from '@bank/client/call-failure';
import { ConfirmDialog } from '@bank/client/confirm-dialog';
import { QueryTable } from '@bank/client/query-table';
import { Link } from '@bank/client/router';
import { useUrlDialog } from '@bank/client/use-url-dialog';
import { useRateFormat } from '@bank/i18n/rate-format';
import { useFormat } from '@bank/i18n/use-format';
import { Amount } from '@bank/ui/amount';
import { Badge } from '@bank/ui/badge';
import { Button } from '@bank/ui/button';
import { Card } from '@bank/ui/card';
import { CellDetail, CellLines } from '@bank/ui/cell';
import type { Column } from '@bank/ui/data-table';
import { Dialog } from '@bank/ui/dialog';
import { Cluster } from '@bank/ui/layout';
import { Skeleton } from '@bank/ui/skeleton';
import { useRates } from '../rates/rates.api';
import styles from './accounts.module.css';
import { useCloseAccount, useLiveAccounts } from './accounts.api';
import { OpenAccountForm } from './open-account-form';
import { useCurrencyTexts } from './texts';
import { totalInEuros } from './total';
import { useChosenAccount } from './use-chosen-account';

interface AccountListProps {
  /** Called when the movements of an account are asked for, also of the one that the address names already. */
  onChosen: () => void;
  onClosed: () => void;
}

/** The accounts by currency with their total in euros; opening and closing one. */
export function AccountList({ onChosen, onClosed }: AccountListProps) {
  const { t } = useCurrencyTexts();
  const query = useLiveAccounts();
  const { isOpen, open, close } = useUrlDialog('open-account');
  const [closing, setClosing] = useState<Account>();
  const rates = useRates();
  const accounts = query.data?.accounts;
  return (
    <Card
      title={t('accounts')}
      actions={
        <Button variant="secondary" icon="plus" disabled={!accounts} onClick={open}>
          {t('open')}
        </Button>
      }
    >
      <QueryTable
        caption={t('accounts')}
        columns={useColumns({ onChosen, onClose: setClosing })}
        query={query}
        rowsOf={(list) => list.accounts}
        rowKey={({ id }) => id}
        loadingRows={2}
        failed={t(isOffline(query.error) ? 'failed_network' : 'failed')}
        failedMessage={t('failed_message')}
        keepsRows
      />
      {accounts && <Total accounts={accounts} rates={rates} />}
      {closing && (
        <CloseAccount account={closing} onClose={() => setClosing(undefined)} onClosed={onClosed} />
      )}
      <Dialog open={isOpen} onClose={close} title={t('open')} description={t('open_lead')}>
        <OpenAccountForm accounts={accounts ?? []} onDone={close} />
      </Dialog>
    </Card>
  );
}

interface TotalProps {
  accounts: readonly Account[];
  rates: ReturnType<typeof useRates>;
}

/**
 * The total in euros at the rates of their day; none if all money is in euros. Below the table, which would otherwise move when the
 * rates arrive.
 */
function Total({ accounts, rates: { data: rates, isLoading } }: TotalProps) {
  const { t } = useCurrencyTexts();
  const { amount, date } = useFormat();
  if (accounts.every(({ currency, current_balance: sum }) => currency === homeCurrency || sum === 0)) {
    return null;
  }
  if (!rates) {
    return isLoading ? (
      <div className={styles.total}>
        <Skeleton />
      </div>
    ) : null;
  }
  const total = totalInEuros(accounts, rates);
  return (
    <p className={styles.total}>
      {total === undefined
        ? t('total_unknown')
        : t('total', { amount: amount(total), date: date(rates.date) })}
    </p>
  );
}

interface RowActions {
  onChosen: () => void;
  onClose: (account: Account) => void;
}

function useColumns(actions: RowActions): Column<Account>[] {
  const { t } = useCurrencyTexts();
  const { currencyName } = useRateFormat();
  return [
    {
      key: 'currency',
      header: t('currency'),
      primary: true,
      cell: ({ currency, status }) => (
        <Cluster gap={8} align="center">
          <span>
            <span className={styles.code}>{currency}</span>
            <span className={styles.detail}>{currencyName(currency)}</span>
          </span>
          {status === 'closed' && <Badge>{t('closed')}</Badge>}
        </Cluster>
      ),
    },
    {
      key: 'iban',
      header: t('iban'),
      cell: ({ account_number: number }) => <span className="account-number">{inGroupsOfFour(number)}</span>,
    },
    {
      key: 'balance',
      header: t('balance'),
      align: 'end',
      cell: (account) => <Balance account={account} />,
    },
    {
      key: 'actions',
      header: t('actions'),
      headerHidden: true,
      align: 'end',
      cell: (account) => <Actions account={account} {...actions} />,
    },
  ];
}

/** What is posted, and what of it can be used where some is set aside. */
function Balance({ account }: { account: Account }) {
  const { t } = useCurrencyTexts();
  const { amount } = useFormat();
  const { current_balance: posted, available_balance: available, currency } = account;
  return (
    <CellLines>
      <Amount value={posted} currency={currency} />
      {available !== posted && (
        <CellDetail>{t('available', { amount: amount(available, currency) })}</CellDetail>
      )}
    </CellLines>
  );
}

function Actions({ account, onChosen, onClose }: RowActions & { account: Account }) {
  const { t } = useCurrencyTexts();
  const { addressOf } = useChosenAccount();
  const { id, currency, status } = account;
  return (
    <div className={styles.actions}>
      <Link to={addressOf(id)} aria-label={t('movements_of', { currency })} onClick={onChosen}>
        {t('movements')}
      </Link>
      {currency !== homeCurrency && status === 'open' && (
        <Button
          variant="quiet"
          size="small"
          icon="x"
          title={t('close_of', { currency })}
          aria-label={t('close_of', { currency })}
          onClick={() => onClose(account)}
        >
          <span className={styles.word}>{t('close')}</span>
        </Button>
      )}
    </div>
  );
}

interface CloseAccountProps {
  account: Account;
  onClose: () => void;
  onClosed: () => void;
}

function CloseAccount({ account, onClose, onClosed }: CloseAccountProps) {
  const { t } = useCurrencyTexts();
  const { mutateAsync } = useCloseAccount();
  const { currency } = account;
  return (
    <ConfirmDialog
      danger
      title={t('close_title', { currency })}
      description={t('close_message')}
      action={t('close_confirm')}
      onConfirm={() => mutateAsync(account)}
      done={t('close_done', { currency })}
      failed={t('close_failed')}
      onDone={() => {
        onClose();
        onClosed();
      }}
      onClose={onClose}
    />
  );
}
