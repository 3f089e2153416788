import type { KycQueue, KycQueueQuery, KycSubmission } from '@bank/contracts/kyc';
import type { UseQueryResult } from '@bank/client/query';
import { Link } from '@bank/client/router';
import { bankTimeOf } from '@bank/i18n/bank-clock';
import type { Format } from '@bank/i18n/format';
import { QueryTable } from '@bank/client/query-table';
import type { Selection } from '@bank/client/selection';
import { useSelectColumn } from '@bank/client/selection-bar';
import { TakenMark } from '@bank/client/work';
import type { TakenItem } from '@bank/contracts/work';
import { useFormat } from '@bank/i18n/use-format';
import { Badge } from '@bank/ui/badge';
import { CellDetail, CellLines } from '@bank/ui/cell';
import type { Column } from '@bank/ui/data-table';
import { EmptyState } from '@bank/ui/empty-state';
import { EmailText } from '@bank/ui/email-text';
import { Cluster } from '@bank/ui/layout';
import { useTexts } from '../texts';
import { useFileFlags } from './file-flags';
import styles from './kyc-table.module.css';
import { pageSize } from './kyc.api';
import { personOf, kycTones } from './submission';
import { useSubmissionAddress } from './submission-address';

interface KycTableProps {
  query: UseQueryResult<KycQueue>;
  status: KycQueueQuery['status'];
  /** The list has further filters than its status. */
  isFiltered: boolean;
  takenOf: (id: number) => TakenItem | undefined;
  selection: Selection<KycSubmission>;
}

export function KycTable({ query, status, isFiltered, takenOf, selection }: KycTableProps) {
  const { t } = useTexts();
  const { addressOf } = useSubmissionAddress();
  const flags = useFileFlags(bankTimeOf(query.dataUpdatedAt));
  const select = useSelectColumn(selection, personOf);
  return (
    <div className={styles.list}>
      <QueryTable
        dense
        wide
        caption={t('kyc.title')}
        columns={[select, ...columnsOf(t, useFormat(), { addressOf, takenOf, flags })]}
        query={query}
        rowsOf={({ submissions }) => submissions}
        rowKey={({ id }) => id}
        loadingRows={pageSize}
        empty={
          <EmptyState
            icon="file-check"
            title={t(`kyc.empty_${isFiltered ? 'filters' : status}`)}
            message={t(emptyMessage(status, isFiltered))}
          />
        }
        failed={t('kyc.failed')}
        failedMessage={t('kyc.failed_message')}
      />
    </div>
  );
}

function emptyMessage(status: KycTableProps['status'], isFiltered: boolean) {
  if (isFiltered) return 'kyc.empty_filters_message';
  return status === 'pending' ? 'kyc.empty_message' : 'kyc.empty_other_message';
}

interface RowFacts extends Pick<KycTableProps, 'takenOf'> {
  addressOf: ReturnType<typeof useSubmissionAddress>['addressOf'];
  flags: ReturnType<typeof useFileFlags>;
}

function columnsOf(
  t: ReturnType<typeof useTexts>['t'],
  { dateTime }: Format,
  { addressOf, takenOf, flags }: RowFacts,
): Column<KycSubmission>[] {
  return [
    {
      key: 'person',
      header: t('kyc.person'),
      primary: true,
      cell: (submission) => (
        <Cluster gap={8} align="center">
          <Link to={addressOf(submission.id)} className={styles.person}>
            {personOf(submission)}
          </Link>
          <TakenMark item={takenOf(submission.id)} />
          {submission.nameDiffers && <Badge tone="warning">{t('kyc.name_differs')}</Badge>}
        </Cluster>
      ),
    },
    {
      key: 'email',
      header: t('kyc.email'),
      cell: ({ email }) => (
        <span className={styles.email}>
          <EmailText address={email} />
        </span>
      ),
    },
    {
      key: 'submitted',
      header: t('kyc.submitted'),
      cell: (submission) => {
        const { submitted_at: at } = submission;
        const waits = flags.waitOf(submission);
        return (
          <CellLines>
            {at && <time dateTime={at}>{dateTime(at)}</time>}
            {waits && <CellDetail tone={waits.isLong ? 'warning' : undefined}>{waits.words}</CellDetail>}
          </CellLines>
        );
      },
    },
    {
      key: 'documents',
      header: t('kyc.documents'),
      cell: (submission) => {
        const missing = flags.missingOf(submission);
        return (
          <CellLines>
            {submission.documents.length}
            {missing && <CellDetail tone="warning">{missing}</CellDetail>}
          </CellLines>
        );
      },
    },
    {
      key: 'status',
      header: t('kyc.status'),
      // A badge for the exception only: what waits, waits on every row of its list.
      cell: ({ status }) => {
        const words = t(`kyc.status_${status}`);
        return status === 'rejected' ? <Badge tone={kycTones[status]}>{words}</Badge> : words;
      },
    },
  ];
}
