import type { KycQueue, KycQueueQuery, KycSubmission } from '@bank/contracts/kyc';
import type { UseQueryResult } from '@bank/client/query';
import { Link } from '@bank/client/router';
import type { Format } from '@bank/i18n/format';
import { useFormat } from '@bank/i18n/use-format';
import { Badge } from '@bank/ui/badge';
import { type Column, DataTable } from '@bank/ui/data-table';
import { EmptyState } from '@bank/ui/empty-state';
import { ErrorState } from '@bank/ui/error-state';
import { useTexts } from '../texts';
import styles from './kyc-table.module.css';
import { pageSize } from './kyc.api';
import { personOf, statusTones } from './submission';
import { useSubmissionAddress } from './submission-address';

interface KycTableProps {
  query: UseQueryResult<KycQueue>;
  status: KycQueueQuery['status'];
}

/** One page of the submissions in its four states. */
export function KycTable({ query, status }: KycTableProps) {
  const { t } = useTexts();
  const { addressOf } = useSubmissionAddress();
  const { data, isPending, isPlaceholderData, isError, isFetching, refetch } = query;
  return (
    <DataTable
      dense
      caption={t('kyc.title')}
      columns={columnsOf(t, useFormat(), addressOf)}
      rows={data?.submissions ?? []}
      rowKey={({ id }) => id}
      loading={isPending || isPlaceholderData}
      loadingRows={pageSize}
      empty={
        <EmptyState
          icon="file-check"
          title={t(`kyc.empty_${status}`)}
          message={t(status === 'pending' ? 'kyc.empty_message' : 'kyc.empty_other_message')}
        />
      }
      error={
        isError && (
          <ErrorState
            title={t('kyc.failed')}
            message={t('kyc.failed_message')}
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        )
      }
    />
  );
}

function columnsOf(
  t: ReturnType<typeof useTexts>['t'],
  { dateTime }: Format,
  addressOf: ReturnType<typeof useSubmissionAddress>['addressOf'],
): Column<KycSubmission>[] {
  return [
    {
      key: 'person',
      header: t('kyc.person'),
      primary: true,
      cell: (submission) => (
        <div className={styles.who}>
          <Link to={addressOf(submission.id)} className={styles.person}>
            {personOf(submission)}
          </Link>
          {submission.nameDiffers && <Badge tone="warning">{t('kyc.name_differs')}</Badge>}
        </div>
      ),
    },
    {
      key: 'email',
      header: t('kyc.email'),
      cell: ({ email }) => <span className={styles.email}>{email}</span>,
    },
    {
      key: 'submitted',
      header: t('kyc.submitted'),
      cell: ({ submitted_at: at }) => at && <time dateTime={at}>{dateTime(at)}</time>,
    },
    {
      key: 'documents',
      header: t('kyc.documents'),
      align: 'end',
      cell: ({ documents }) => documents.length,
    },
    {
      key: 'status',
      header: t('kyc.status'),
      cell: ({ status }) => <Badge tone={statusTones[status]}>{t(`kyc.status_${status}`)}</Badge>,
    },
  ];
}
