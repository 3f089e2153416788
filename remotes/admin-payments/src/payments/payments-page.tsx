import { paymentListQuery } from '@bank/contracts/payments';
import { useSharedTexts } from '@bank/i18n/shared-texts';
import { Button } from '@bank/ui/button';
import { Card } from '@bank/ui/card';
import { ErrorState } from '@bank/ui/error-state';
import { PageHeading } from '@bank/ui/page-heading';
import { Pagination } from '@bank/ui/pagination';
import { isOffline } from '../failure';
import page from '../page.module.css';
import { useTexts } from '../texts';
import { useDebounced } from '../use-debounced';
import { useFilters } from '../use-filters';
import { PaymentFilters } from './payment-filters';
import { PaymentSummary } from './payment-summary';
import { PaymentTable } from './payment-table';
import { usePayments } from './payments.api';

const filterNames = ['status', 'search'] as const;

/** The payments to the outside, those that wait for a decision first of all. */
export function PaymentsPage() {
  const { t } = useTexts();
  const { t: shared } = useSharedTexts();
  const filters = useFilters(paymentListQuery.shape, filterNames);
  const status = filters.values.status || 'pending';
  const { search } = filters.values;
  const [typed, setTyped] = useDebounced(search, (text) => filters.change({ search: text }));
  const query = usePayments({ page: filters.page, status, search });
  const refresh = () => void query.refetch();
  if (query.isError) {
    return (
      <div className={page.page}>
        <PageHeading title={t('payments.title')} />
        <Card>
          <ErrorState
            title={t('payments.load_failed')}
            message={t(
              isOffline(query.error) ? 'payments.load_failed_network' : 'payments.load_failed_message',
            )}
            onRetry={refresh}
            retrying={query.isFetching}
          />
        </Card>
      </div>
    );
  }
  return (
    <div className={page.page}>
      <PageHeading
        title={t('payments.title')}
        actions={
          <Button
            variant="secondary"
            size="small"
            icon="refresh-cw"
            loading={query.isFetching}
            onClick={refresh}
          >
            {shared('action.refresh')}
          </Button>
        }
      />
      <PaymentSummary summary={query.data?.summary} />
      <PaymentFilters
        search={typed}
        onSearch={setTyped}
        status={status}
        onStatus={(choice) => filters.change({ status: choice })}
      />
      <PaymentTable query={query} typed={typed} search={search} status={status} />
      {query.data && <Pagination {...query.data.pagination} page={filters.page} onPage={filters.goTo} />}
    </div>
  );
}
