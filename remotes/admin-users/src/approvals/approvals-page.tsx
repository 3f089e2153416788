import { approvalStatuses, staffApprovalQuery } from '@bank/contracts/approvals';
import { useFilters } from '@bank/client/use-filters';
import { Card } from '@bank/ui/card';
import { Page } from '@bank/ui/page';
import { PageHeading } from '@bank/ui/page-heading';
import { Pagination } from '@bank/ui/pagination';
import { Segmented } from '@bank/ui/segmented';
import { useTexts } from '../texts';
import { ApprovalDialogs } from './approval-dialogs';
import { ApprovalTable } from './approval-table';
import { useApprovals } from './approvals.api';
import { useApprovalTexts } from './texts';

const statuses = ['all', ...approvalStatuses] as const;

export function ApprovalsPage() {
  const { t: title } = useTexts();
  const { t } = useApprovalTexts();
  const { values, page, change, goTo } = useFilters(staffApprovalQuery.shape, ['status']);
  const query = useApprovals({ status: values.status, page });
  const pagination = query.isError ? undefined : query.data?.pagination;
  return (
    <Page layout="desk">
      <PageHeading title={title('approvals.title')} lead={t('lead')} />
      <Segmented
        label={t('filter')}
        options={statuses.map((value) => ({ value, label: t(`filter.${value}`) }))}
        value={statuses.find((status) => status === values.status) ?? 'all'}
        onChange={(status) => change({ status: status === 'all' ? '' : status })}
      />
      <Card padding="none">
        <ApprovalTable query={query} />
      </Card>
      {pagination && <Pagination answer={pagination} page={page} onPage={goTo} />}
      <ApprovalDialogs approvals={query.data?.approvals ?? []} />
    </Page>
  );
}
