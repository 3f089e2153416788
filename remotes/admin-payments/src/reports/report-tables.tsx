import { paymentStatuses } from '@bank/contracts/payments';
import { type Report, volumeKinds } from '@bank/contracts/reports';
import { TransactionStatus } from '@bank/client/transaction-status';
import { useFormat } from '@bank/i18n/use-format';
import { Amount } from '@bank/ui/amount';
import { Card } from '@bank/ui/card';
import { type Column, DataTable } from '@bank/ui/data-table';
import { Difference } from '@bank/ui/difference';
import { useTexts } from '../texts';
import type { Compared } from './reports.api';
import styles from './reports-page.module.css';

interface Figure {
  count: number;
  amount: number;
  /** The amount of the period before, once it is known. */
  before: number | undefined;
}

export function ReportTables({ report, before }: Compared) {
  const { t } = useTexts();
  const { percent } = useFormat();
  const figures = useFigureColumns();
  const volumes = volumeKinds.map((kind) => ({
    kind,
    ...report.volumes[kind],
    before: before?.volumes[kind].amount,
  }));
  const outcomes = paymentStatuses.map((status) => ({
    status,
    ...report.outcomes[status],
    before: before?.outcomes[status].amount,
  }));
  const fees = { kind: 'fees' as const, ...report.fees, before: before?.fees.amount };
  return (
    <div className={styles.tables}>
      <Card title={t('reports.volumes')} padding="none">
        <DataTable
          dense
          caption={t('reports.volumes')}
          rows={[...volumes, fees]}
          rowKey={({ kind }) => kind}
          columns={[
            {
              key: 'kind',
              header: t('reports.kind'),
              primary: true,
              cell: ({ kind }) => t(`reports.${kind}`),
            },
            ...figures,
          ]}
        />
      </Card>
      <Card title={t('reports.outcomes')} padding="none">
        <DataTable
          dense
          caption={t('reports.outcomes')}
          rows={outcomes}
          rowKey={({ status }) => status}
          columns={[
            {
              key: 'status',
              header: t('reports.outcome'),
              primary: true,
              cell: ({ status }) => <TransactionStatus status={status} />,
            },
            ...figures,
            {
              key: 'share',
              header: t('reports.share'),
              align: 'end',
              cell: ({ share }) => percent(share),
            },
          ]}
        />
      </Card>
      <KycTable kyc={report.kyc} />
    </div>
  );
}

function useFigureColumns(): Column<Figure>[] {
  const { t } = useTexts();
  const { amount: euros, number } = useFormat();
  return [
    { key: 'count', header: t('reports.count'), align: 'end', cell: ({ count }) => number(count) },
    {
      key: 'amount',
      header: t('reports.amount'),
      align: 'end',
      cell: ({ amount }) => <Amount value={amount} />,
    },
    {
      key: 'before',
      header: t('reports.difference'),
      cell: ({ amount, before }) =>
        before !== undefined && <Difference now={amount} before={before} worded={(value) => euros(value)} />,
    },
  ];
}

function KycTable({ kyc }: Pick<Report, 'kyc'>) {
  const { t } = useTexts();
  const { number } = useFormat();
  const hours = (value: number | null) =>
    value === null ? '–' : t('reports.hours', { hours: number(value) });
  const rows: [key: string, label: string, value: string][] = [
    ['reviewed', t('reports.kyc_reviewed'), number(kyc.reviewed)],
    ['average', t('reports.kyc_average'), hours(kyc.averageHours)],
    ['median', t('reports.kyc_median'), hours(kyc.medianHours)],
    ['slowest', t('reports.kyc_slowest'), hours(kyc.slowestHours)],
    ['waiting', t('reports.kyc_still'), number(kyc.waiting)],
  ];
  return (
    <Card title={t('reports.kyc')} padding="none">
      <DataTable
        dense
        caption={t('reports.kyc')}
        rows={rows}
        rowKey={([key]) => key}
        columns={[
          { key: 'label', header: t('reports.kind'), primary: true, cell: ([, label]) => label },
          { key: 'value', header: t('reports.value'), align: 'end', cell: ([, , value]) => value },
        ]}
      />
    </Card>
  );
}
