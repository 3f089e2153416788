import { type PaymentList, paymentListQuery, type ListedPayment } from '@bank/contracts/payments';
import { searchedAccount, searchedReference } from '@bank/contracts/typed-search';
import type { UseQueryResult } from '@bank/client/query';
import { QueryError } from '@bank/client/query-boundary';
import { RefreshButton } from '@bank/client/refresh-button';
import { Card } from '@bank/ui/card';
import { Page } from '@bank/ui/page';
import { PageHeading } from '@bank/ui/page-heading';
import { Pagination } from '@bank/ui/pagination';
import { isOffline } from '@bank/client/call-failure';
import { useDebounced } from '@bank/client/use-debounced';
import { SavedViews } from '@bank/client/saved-views';
import { type Filters, useFilters } from '@bank/client/use-filters';
import { useTexts } from '../texts';
import { PaymentDesk } from './payment-desk';
import { PaymentFilters } from './payment-filters';
import { PaymentSummary } from './payment-summary';
import { usePayments } from './payments.api';

const filterNames = ['status', 'stage', 'search', 'risk', 'sort', 'mine'] as const;

/** The outgoing payments, by default the pending ones. */
export function PaymentsPage() {
  const { t } = useTexts();
  const filters = useFilters(paymentListQuery.shape, filterNames);
  const { status, ...further } = filters.values;
  const query = usePayments({ page: filters.page, status: status || 'pending', ...further });
  return (
    <Page layout="desk">
      <PageHeading
        title={t('payments.title')}
        actions={query.isError ? undefined : <RefreshButton query={query} />}
      />
      {query.isError ? <PaymentsFailure query={query} /> : <Payments query={query} filters={filters} />}
    </Page>
  );
}

interface PaymentsProps {
  query: UseQueryResult<PaymentList>;
  filters: Filters<(typeof filterNames)[number]>;
}

/** The search text filters the loaded rows at once, until the server responds. */
function Payments({ query, filters }: PaymentsProps) {
  const { change, goTo, page: number, values } = filters;
  const [typed, setTyped] = useDebounced(values.search, (search) => change({ search }));
  const status = values.status || 'pending';
  const isAnswered = typed.trim() === values.search && !query.isPlaceholderData;
  const payments = query.data?.payments ?? [];
  const rows = isAnswered ? payments : matching(payments, typed);
  const reload = () => (number > 1 || values.search ? change({ search: '' }) : void query.refetch());
  return (
    <>
      <PaymentSummary summary={query.data?.summary} />
      <SavedViews page="payments" />
      <PaymentFilters
        search={typed}
        onSearch={setTyped}
        status={status}
        onStatus={(choice) => change({ status: choice, stage: '' })}
        stage={values.stage || 'all'}
        mine={values.mine}
        onMine={(mine) => change({ mine })}
        risk={values.risk || 'all'}
        onRisk={(risk) => change({ risk: risk === 'all' ? '' : risk })}
        onStage={(choice) => change(choice === 'all' ? { stage: '' } : { stage: choice, status: 'all' })}
      />
      <PaymentDesk
        rows={rows}
        isLoading={query.isPending || !isAnswered}
        isFetching={query.isFetching}
        filteredBy={filteredBy(typed.trim() !== '', values)}
        total={query.data?.pagination.total ?? 0}
        query={{ ...values, page: number, status }}
        onReload={reload}
      />
      {query.data && <Pagination answer={query.data.pagination} page={number} onPage={goTo} />}
    </>
  );
}

/** What filters the list beside its status. */
function filteredBy(isSearch: boolean, { stage, risk, mine }: PaymentsProps['filters']['values']) {
  if (isSearch) return 'search';
  return stage || risk || mine ? 'filters' : undefined;
}

function PaymentsFailure({ query }: Pick<PaymentsProps, 'query'>) {
  const { t } = useTexts();
  return (
    <Card>
      <QueryError
        query={query}
        title={t('payments.load_failed')}
        message={t(isOffline(query.error) ? 'payments.load_failed_network' : 'payments.load_failed_message')}
      />
    </Card>
  );
}

/** The payments whose reference or recipient account contains the text, ignoring case (specification 1, section 5). */
function matching(payments: readonly ListedPayment[], text: string): ListedPayment[] {
  const contains = (value: string, typed: string) => value.toLowerCase().includes(typed.toLowerCase());
  return payments.filter(
    ({ reference, recipient_account: account }) =>
      contains(reference, searchedReference(text)) || contains(account, searchedAccount(text)),
  );
}
