import type { LogEntry, LogList } from '@bank/contracts/admin';
import { logText } from '@bank/contracts/log-texts';
import type { Format } from '@bank/i18n/format';
import { useFormat } from '@bank/i18n/use-format';
import type { UseQueryResult } from '@bank/client/query';
import { Badge } from '@bank/ui/badge';
import { type Column, DataTable } from '@bank/ui/data-table';
import { EmailText } from '@bank/ui/email-text';
import { EmptyState } from '@bank/ui/empty-state';
import { ErrorState } from '@bank/ui/error-state';
import type { Tone } from '@bank/ui/tone';
import { useTexts } from '../texts';
import styles from './log-table.module.css';

const tones: Record<LogEntry['type'], Tone> = { info: 'info', warning: 'warning', error: 'danger' };

/** One page of the log in its four states. */
export function LogTable({ query }: { query: UseQueryResult<LogList> }) {
  const texts = useTexts();
  const { t } = texts;
  const columns = columnsOf(texts, useFormat());
  const { data, isPending, isPlaceholderData, isError, isFetching, refetch } = query;
  return (
    <DataTable
      dense
      caption={t('logs.title')}
      columns={columns}
      rows={data?.logs ?? []}
      rowKey={({ id }) => id}
      loading={isPending || isPlaceholderData}
      loadingRows={20}
      empty={<EmptyState icon="scroll-text" title={t('logs.empty')} message={t('logs.empty_message')} />}
      error={
        isError && (
          <ErrorState
            title={t('logs.failed')}
            message={t('logs.failed_message')}
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        )
      }
    />
  );
}

function columnsOf({ t, language }: ReturnType<typeof useTexts>, { dateTime }: Format): Column<LogEntry>[] {
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
      cell: ({ action }) => <span className={styles.action}>{action}</span>,
    },
    {
      key: 'type',
      header: t('logs.type'),
      cell: ({ type }) => <Badge tone={tones[type]}>{t(`logs.type_${type}`)}</Badge>,
    },
    {
      key: 'message',
      header: t('logs.message'),
      cell: ({ message, request_id: request }) => (
        <span className={styles.message}>
          {logText(message, language)}
          {request && <span className={styles.request}>{t('logs.request', { id: request })}</span>}
        </span>
      ),
    },
  ];
}
