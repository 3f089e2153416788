import { useState } from 'react';
import { inGroupsOfFour } from '@bank/contracts/account-number';
import { ApiError } from '@bank/client/api';
import { useSession } from '@bank/client/session';
import { useFailureText } from '@bank/client/call-failure';
import { bankNow } from '@bank/i18n/bank-clock';
import { useFormat } from '@bank/i18n/use-format';
import { Alert } from '@bank/ui/alert';
import { Amount } from '@bank/ui/amount';
import { Button } from '@bank/ui/button';
import { Card } from '@bank/ui/card';
import { DataTable } from '@bank/ui/data-table';
import { EmptyState } from '@bank/ui/empty-state';
import { Stack } from '@bank/ui/layout';
import { Page } from '@bank/ui/page';
import { PageHeading } from '@bank/ui/page-heading';
import { Available } from '../balance/available';
import { useTexts } from '../texts';
import { useCheckBalanceTexts } from './texts';
import { InvalidResponse, useBalanceCheck } from './check-balance.api';
import styles from './check-balance-page.module.css';
import { type Check, keepCheck, readChecks } from './checks';

export function CheckBalancePage() {
  const { t } = useCheckBalanceTexts();
  const { user } = useSession();
  return (
    <Page>
      <PageHeading title={t('check_balance.title')} lead={t('check_balance.lead')} />
      {user && <BalanceChecks key={user.id} userId={user.id} />}
    </Page>
  );
}

function BalanceChecks({ userId }: { userId: number }) {
  const { t } = useCheckBalanceTexts();
  const { dateTime } = useFormat();
  const [checks, setChecks] = useState(() => readChecks(userId));
  const { mutate, isPending, error } = useBalanceCheck((answer) => {
    const { current_balance: balance, account_number, available_balance: available, reserved } = answer;
    const at = new Date(bankNow()).toISOString();
    setChecks(keepCheck(userId, { balance, account_number, at, ...(reserved && { available, reserved }) }));
  });
  const failure = useFailure(error);
  const [last] = checks;
  return (
    <>
      <Card>
        <Stack align="start">
          <div className={styles.result} aria-live="polite">
            {last && <LastCheck check={last} when={dateTime(last.at)} />}
          </div>
          <Button icon="refresh-cw" size="large" loading={isPending} onClick={() => mutate()}>
            {t('check_balance.action')}
          </Button>
          {error && <Alert tone="danger">{failure}</Alert>}
        </Stack>
      </Card>
      <Card title={t('check_balance.history')} padding="none">
        <CheckTable checks={checks} />
      </Card>
    </>
  );
}

function useFailure(error: Error | null): string {
  const { t } = useCheckBalanceTexts();
  const failure = useFailureText(error, {
    failed: t('check_balance.failed'),
    offline: t('check_balance.failed_network'),
  });
  const isUnreadable = error instanceof ApiError && error.code === 'UNREADABLE' && error.status < 400;
  return isUnreadable || error instanceof InvalidResponse ? t('check_balance.invalid') : failure;
}

function LastCheck({ check, when }: { check: Check; when: string }) {
  const { t } = useCheckBalanceTexts();
  const { t: common } = useTexts();
  return (
    <>
      <h2 className={styles.title}>{common('overview.balance')}</h2>
      <Available
        available={check.available ?? check.balance}
        current={check.balance}
        currency="EUR"
        reserved={check.reserved}
      />
      <p className={styles.detail}>
        {t('check_balance.account', { number: inGroupsOfFour(check.account_number) })}
      </p>
      <p className={styles.detail}>{t('check_balance.last', { when })}</p>
    </>
  );
}

function CheckTable({ checks }: { checks: Check[] }) {
  const { t } = useCheckBalanceTexts();
  const { dateTime } = useFormat();
  return (
    <DataTable
      caption={t('check_balance.history')}
      rows={checks}
      rowKey={({ at }) => at}
      columns={[
        { key: 'at', header: t('check_balance.time'), primary: true, cell: ({ at }) => dateTime(at) },
        {
          key: 'number',
          header: t('check_balance.number'),
          cell: ({ account_number }) => (
            <span className={styles.number}>{inGroupsOfFour(account_number)}</span>
          ),
        },
        {
          key: 'balance',
          header: t('check_balance.balance'),
          align: 'end',
          cell: ({ balance }) => <Amount value={balance} />,
        },
      ]}
      empty={
        <EmptyState
          icon="clock"
          title={t('check_balance.history_empty')}
          message={t('check_balance.history_empty_message')}
        />
      }
    />
  );
}
