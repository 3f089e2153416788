import type { LogEntry, LogList } from '@bank/contracts/admin';
import { type Format, unbroken } from '@bank/i18n/format';
import { QueryTable } from '@bank/client/query-table';
import { useFormat } from '@bank/i18n/use-format';
import type { UseQueryResult } from '@bank/client/query';
import { Badge } from '@bank/ui/badge';
import type { Column } from '@bank/ui/data-table';
import { EmailText } from '@bank/ui/email-text';
import { EmptyState } from '@bank/ui/empty-state';
import { useTexts } from '../texts';
import styles from './log-table.module.css';

/** The first parts of the actions' codes. */
const areas = [
  'access',
  'account',
  'approval',
  'bank',
  'beneficiary',
  'browser',
  'card',
  'case',
  'conversation',
  'credit',
  'credit_file',
  'customer_message',
  'data',
  'data_export',
  'debit',
  'deploy_token',
  'direct_debit',
  'email',
  'incident',
  'job',
  'kyc',
  'ledger',
  'local_remote',
  'logs',
  'mandate',
  'marketing',
  'partner',
  'passkey',
  'password',
  'payment',
  'phone',
  'preferences',
  'presence',
  'profile',
  'push',
  'rates',
  'relation',
  'release',
  'remote',
  'remote_error',
  'rule',
  'rules',
  'scheduled_payment',
  'session',
  'settings',
  'signup',
  'standing_order',
  'statement',
  'ticket',
  'transactions',
  'two_factor',
  'user',
  'view',
  'work',
] as const;

const tones = { warning: 'warning', error: 'danger' } as const;

interface LogTableProps {
  query: UseQueryResult<LogList>;
  isBeyondLast?: boolean;
  /** The message of an empty list that is not filtered. */
  none?: string;
}

export function LogTable({ query, isBeyondLast = false, none }: LogTableProps) {
  const { t } = useTexts();
  const empty = isBeyondLast ? 'logs.beyond' : 'logs.empty';
  const columns = columnsOf(t, useFormat());
  return (
    <QueryTable
      dense
      wide
      caption={t('logs.title')}
      columns={columns}
      query={query}
      rowsOf={({ logs }) => logs}
      rowKey={({ id }) => id}
      loadingRows={20}
      empty={<EmptyState icon="scroll-text" title={t(empty)} message={none ?? t(`${empty}_message`)} />}
      failed={t('logs.failed')}
      failedMessage={t('logs.failed_message')}
    />
  );
}

function columnsOf(t: ReturnType<typeof useTexts>['t'], { dateTime }: Format): Column<LogEntry>[] {
  return [
    {
      key: 'date',
      header: t('logs.date'),
      primary: true,
      cell: (entry) => (
        <time className={styles.date} dateTime={entry.created_at}>
          {dateTime(entry.created_at)}
        </time>
      ),
    },
    {
      key: 'user',
      header: t('logs.user'),
      cell: ({ email, user_id: id }) => (
        <span className={styles.user}>
          {email ? <EmailText address={email} /> : id === null ? t('logs.user_none') : `#${id}`}
        </span>
      ),
    },
    {
      key: 'action',
      header: t('logs.action'),
      cell: ({ action }) => (
        <span className={styles.action}>
          {areaOf(action, t)}
          <span className={styles.code}>{action}</span>
        </span>
      ),
    },
    {
      key: 'type',
      header: t('logs.type'),
      cell: ({ type }) => {
        const words = t(`logs.type_${type}`);
        return type === 'info' ? words : <Badge tone={tones[type]}>{words}</Badge>;
      },
    },
    {
      key: 'message',
      header: t('logs.message'),
      cell: ({ message, request_id: request }) => (
        <span className={styles.message}>
          {unbroken(message)}
          {request && <span className={styles.request}>{t('logs.request', { id: request })}</span>}
        </span>
      ),
    },
  ];
}

/** The area of an action, in words before its code, which the filter accepts; nothing for one of a newer server. */
function areaOf(action: string, t: ReturnType<typeof useTexts>['t']): string | undefined {
  const area = areas.find((each) => action.startsWith(`${each}.`));
  return area && t(`logs.area_${area}`);
}
