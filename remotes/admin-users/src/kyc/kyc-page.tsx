import { kycQueueQuery } from '@bank/contracts/kyc';
import { kycStatuses } from '@bank/contracts/users';
import { NewItemsNotice } from '@bank/client/new-items-notice';
import { Link } from '@bank/client/router';
import { SavedViews } from '@bank/client/saved-views';
import { useSelection } from '@bank/client/selection';
import { mayDo, useSession } from '@bank/client/session';
import { useFilters } from '@bank/client/use-filters';
import { HolderField, useTaken } from '@bank/client/work';
import { Card } from '@bank/ui/card';
import { Stack } from '@bank/ui/layout';
import { Page } from '@bank/ui/page';
import { PageHeading } from '@bank/ui/page-heading';
import { Pagination } from '@bank/ui/pagination';
import { Segmented } from '@bank/ui/segmented';
import { useFocusAfter } from '@bank/ui/use-focus-after';
import { ReservedSpace } from '../reserved-space';
import { useTexts } from '../texts';
import styles from './kyc-page.module.css';
import { KycBar } from './kyc-bar';
import { KycTable } from './kyc-table';
import { fetchMatching, useQueue } from './kyc.api';
import { SubmissionDialog } from './submission-dialog';
import { useSubmissionAddress } from './submission-address';

const statuses = [...kycStatuses, 'all'] as const;

export function KycPage() {
  const { t } = useTexts();
  const { values, page: number, change, goTo } = useFilters(kycQueueQuery.shape, ['status', 'mine']);
  const query = useQueue({ ...values, page: number });
  const { open } = useSubmissionAddress();
  const list = useFocusAfter<HTMLDivElement>(open !== undefined);
  const { user } = useSession();
  const mayList = mayDo(user, 'read', 'users:manage');
  const shown = statuses.find((status) => status === values.status) ?? 'pending';
  const submissions = query.data?.submissions ?? [];
  const mayTake = mayDo(user, 'change', 'kyc:review');
  const selection = useSelection(submissions, {
    of: values,
    isEligible: ({ status }) => mayTake && status === 'pending',
    fetchMatching: () => fetchMatching(values),
  });
  const takenOf = useTaken(
    'kyc',
    submissions.map(({ id }) => id),
  );
  const pagination = query.isError ? undefined : query.data?.pagination;
  return (
    <Page layout="desk">
      <PageHeading title={t('kyc.title')} lead={t('kyc.lead')} />
      <SavedViews page="kyc" />
      <div className={styles.filter}>
        <Segmented
          label={t('kyc.filter')}
          options={statuses.map((value) => ({ value, label: t(`kyc.filter_${value}`) }))}
          value={shown}
          onChange={(status) => change({ status: status === 'pending' ? '' : status })}
        />
        <HolderField value={values.mine} onChange={(mine) => change({ mine })} />
        <div className={styles.news}>
          {mayList && <Link to="/admin/users?kyc_status=unsent">{t('kyc.unsent')}</Link>}
          {!pagination && (
            <p className={styles.total}>
              <ReservedSpace>{t('kyc.total', { count: 10 })}</ReservedSpace>
            </p>
          )}
          {pagination && !pagination.capped && (
            <p className={styles.total}>{t('kyc.total', { count: pagination.total })}</p>
          )}
          <NewItemsNotice
            queue="kyc_queue"
            waiting="pending"
            isConcerned={!values.mine && (shown === 'pending' || shown === 'all')}
            known={submissions}
            message={(count) => t('kyc.news', { count })}
            onShow={async () => {
              await query.refetch();
              list.current?.focus();
            }}
          />
        </div>
      </div>
      <Stack ref={list} tabIndex={-1} role="group" aria-label={t('kyc.list')}>
        <KycBar
          selection={selection}
          waiting={mayTake && shown === 'pending' && query.isPending}
          total={pagination?.total ?? 0}
        />
        <Card padding="none">
          <KycTable
            query={query}
            status={shown}
            isFiltered={values.mine !== ''}
            takenOf={takenOf}
            selection={selection}
          />
        </Card>
        {pagination && <Pagination answer={pagination} page={number} onPage={goTo} />}
      </Stack>
      <SubmissionDialog known={submissions} />
    </Page>
  );
}
