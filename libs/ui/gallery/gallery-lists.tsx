import { useEffect, useRef, useState } from 'react';
import { Amount } from '../data/amount';
import { Badge } from '../feedback/badge';
import { Button } from '../actions/button';
import { Card } from '../layout/card';
import { DataTable, type Column } from '../data/data-table';
import { EmptyState } from '../data/empty-state';
import { ErrorState } from '../data/error-state';
import { renderErrorStub } from '../feedback/error-stub';
import { Grid } from '../layout/layout';
import { Section } from './gallery-section';
import { useGalleryTexts } from './gallery-texts';
import { Pagination } from '../actions/pagination';
import { Progress } from '../feedback/progress';
import { Loading, Skeleton } from '../feedback/skeleton';

interface Operation {
  id: number;
  date: string;
  label: string;
  amount: number;
}

type Translate = ReturnType<typeof useGalleryTexts>['t'];

const operationsOf = (t: Translate): Operation[] => [
  { id: 1, date: t('salary_date'), label: t('salary'), amount: 1850 },
  { id: 2, date: t('bakery_date'), label: 'Boulangerie Lefèvre', amount: -4.2 },
  { id: 3, date: t('rent_date'), label: t('rent'), amount: -620 },
];

const columnsOf = (t: Translate): Column<Operation>[] => [
  { key: 'label', header: t('description'), cell: (row) => row.label, primary: true },
  { key: 'date', header: t('date'), cell: (row) => row.date },
  { key: 'status', header: t('status'), cell: () => <Badge tone="success">{t('word.done')}</Badge> },
  {
    key: 'amount',
    header: t('amount'),
    cell: (row) => <Amount value={row.amount} tone="direction" />,
    align: 'end',
  },
];

/** Tables, full and waiting. */
export function Tables() {
  const { t } = useGalleryTexts();
  const [page, setPage] = useState(1);
  const table = { columns: columnsOf(t), rowKey: (row: Operation) => row.id };
  return (
    <Section title={t('tables')}>
      <Card padding="none">
        <DataTable {...table} caption={t('operations')} rows={operationsOf(t)} />
      </Card>
      <Pagination answer={{ page, pages: 3, total: 57, limit: 20 }} page={page} onPage={setPage} />
      <Card padding="none">
        <DataTable {...table} caption={t('operations_loading')} rows={[]} loading loadingRows={3} dense />
      </Card>
    </Section>
  );
}

/** The states that replace a list. */
export function States() {
  const { t } = useGalleryTexts();
  return (
    <Section title={t('states')}>
      <Grid gap={16} columns="wide">
        <Card>
          <Loading>
            <Skeleton height="title" />
            <Skeleton lines={3} />
            <Skeleton height="figure" />
          </Loading>
        </Card>
        <Card>
          <EmptyState
            icon="credit-card"
            title={t('no_card')}
            message={t('no_card_message')}
            action={<Button icon="plus">{t('create_card')}</Button>}
          />
        </Card>
        <Card>
          <ErrorState message={t('list_failed')} onRetry={() => undefined} />
        </Card>
        <Stub />
      </Grid>
      <Progress label={t('sending')} value={0.4} />
    </Section>
  );
}

function Stub() {
  const { t } = useGalleryTexts();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    renderErrorStub(place.current!, {
      title: t('stub'),
      message: t('stub_message'),
      retryLabel: t('retry'),
      onRetry: () => undefined,
    });
  }, [t]);
  return <div ref={place} />;
}
