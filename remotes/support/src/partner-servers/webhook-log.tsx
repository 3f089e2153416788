import { useState } from 'react';
import type { WebhookMessage } from '@bank/contracts/partner-servers';
import { failureText } from '@bank/client/call-failure';
import { QueryTable } from '@bank/client/query-table';
import { useFormat } from '@bank/i18n/use-format';
import { Badge } from '@bank/ui/badge';
import { Button } from '@bank/ui/button';
import type { Column } from '@bank/ui/data-table';
import { EmptyState } from '@bank/ui/empty-state';
import { Pagination } from '@bank/ui/pagination';
import { useToast } from '@bank/ui/toast';
import { useMayChange } from '../partners/may-change';
import { useResend, useWebhookLog } from './partner-servers.api';
import { useServerTexts } from './texts';

const tones = { waiting: 'warning', delivered: 'success', failed: 'danger' } as const;

/** A partner's events of the last 30 days, newest first. */
export function WebhookLogTable({ partnerId }: { partnerId: number }) {
  const { t } = useServerTexts();
  const [page, setPage] = useState(1);
  const query = useWebhookLog(partnerId, page);
  return (
    <>
      <QueryTable
        dense
        caption={t('log.title')}
        columns={useColumns(partnerId)}
        query={query}
        rowsOf={({ messages }) => messages}
        rowKey={({ id }) => id}
        keepsRows
        failed={t('failed')}
        empty={<EmptyState icon="send" title={t('log.empty')} message={t('log.empty_message')} />}
      />
      {query.data && query.data.pagination.pages > 1 && (
        <Pagination answer={query.data.pagination} page={page} onPage={setPage} />
      )}
    </>
  );
}

function useColumns(partnerId: number): Column<WebhookMessage>[] {
  const { t } = useServerTexts();
  const mayChange = useMayChange();
  const { dateTime, number } = useFormat();
  return [
    {
      key: 'type',
      header: t('log.event'),
      primary: true,
      cell: ({ type, mode }) => (
        <>
          <span translate="no">{type}</span> {mode === 'test' && <Badge>{t('mode.test')}</Badge>}
        </>
      ),
    },
    { key: 'created', header: t('log.at'), cell: ({ created_at }) => dateTime(created_at) },
    {
      key: 'status',
      header: t('log.status'),
      cell: ({ status }) => <Badge tone={tones[status]}>{t(`log.${status}`)}</Badge>,
    },
    { key: 'tries', header: t('log.tries'), align: 'end', cell: ({ tries }) => number(tries) },
    {
      key: 'answer',
      header: t('log.answer'),
      cell: ({ answer_status, failure }) =>
        answer_status ?? (failure === null || failure === 'status' ? '—' : t(`log.${failure}`)),
    },
    {
      key: 'next',
      header: t('log.next'),
      cell: ({ next_try_at, status }) =>
        status === 'waiting' && next_try_at !== null ? dateTime(next_try_at) : '—',
    },
    {
      key: 'actions',
      header: t('actions'),
      headerHidden: true,
      cell: (message) => mayChange && <Resend partnerId={partnerId} message={message} />,
    },
  ];
}

function Resend({ partnerId, message }: { partnerId: number; message: WebhookMessage }) {
  const { t } = useServerTexts();
  const { dateTime } = useFormat();
  const { show } = useToast();
  const { mutate, isPending } = useResend(partnerId);
  const send = () =>
    mutate(message.id, {
      onSuccess: () => show({ type: 'success', message: t('log.resent') }),
      onError: (error) => {
        show({ type: 'error', message: failureText(error, { failed: t('log.resend_failed') }) });
      },
    });
  return (
    <Button
      variant="quiet"
      size="small"
      loading={isPending}
      aria-label={t('log.resend_label', { type: message.type, at: dateTime(message.created_at) })}
      onClick={send}
    >
      {t('log.resend')}
    </Button>
  );
}
