import type { CreditFileSummary } from '@bank/contracts/credit-files';
import { useFormat } from '@bank/i18n/use-format';
import { Amount } from '@bank/ui/amount';
import { CellDetail, CellLines } from '@bank/ui/cell';
import { type Column, DataTable } from '@bank/ui/data-table';
import styles from './files.module.css';
import { useFileTexts, useReasonTexts } from './texts';

type Line = CreditFileSummary['first'][number];
type FileError = CreditFileSummary['errors'][number];

/** The first credits of a file. */
export function FirstLines({ lines }: { lines: readonly Line[] }) {
  const { t } = useFileTexts();
  const columns: Column<Line>[] = [
    { key: 'credit', header: t('credit'), cell: ({ credit }) => credit },
    {
      key: 'reference',
      header: t('reference'),
      primary: true,
      cell: ({ transaction_id: id }) => <code>{id}</code>,
    },
    { key: 'debtor', header: t('debtor'), cell: ({ debtor }) => debtor },
    {
      key: 'account',
      header: t('account'),
      cell: ({ account }) => <span className={styles.id}>{account}</span>,
    },
    {
      key: 'amount',
      header: t('amount'),
      align: 'end',
      cell: ({ amount, currency }) => <Amount value={Number(amount)} currency={currency} />,
    },
  ];
  if (lines.length === 0) return null;
  return (
    <section aria-labelledby="first-lines">
      <h3 id="first-lines">{t('first')}</h3>
      <DataTable
        dense
        caption={t('first')}
        columns={columns}
        rows={lines}
        rowKey={({ line, transaction_id }) => `${line} ${transaction_id}`}
      />
    </section>
  );
}

/** The parser's own message, for the author of the file. */
function Unreadable({ reason }: { reason: string }) {
  const { t } = useFileTexts();
  return (
    <CellLines>
      {t('unreadable')}
      <CellDetail>
        <span lang="en">{reason}</span>
      </CellDetail>
    </CellLines>
  );
}

/** The errors, and their credits: a file may be one line. */
export function FileErrors({ summary: { errors, error_count: count } }: { summary: CreditFileSummary }) {
  const { t } = useFileTexts();
  const { returnText } = useReasonTexts();
  const { number } = useFormat();
  const columns: Column<FileError & { place: number }>[] = [
    {
      key: 'place',
      header: t('place'),
      primary: true,
      cell: ({ credit, line }) =>
        credit === undefined ? t('place_line', { line }) : t('place_credit', { credit }),
    },
    {
      key: 'error',
      header: t('error'),
      cell: ({ reason }) => returnText(reason) ?? <Unreadable reason={reason} />,
    },
  ];
  if (count === 0) return null;
  return (
    <section aria-labelledby="file-errors">
      <h3 id="file-errors">{t('errors')}</h3>
      {count > errors.length && <p>{t('errors_more', { count: number(count) })}</p>}
      <DataTable
        dense
        caption={t('errors')}
        columns={columns}
        rows={errors.map((error, place) => ({ ...error, place }))}
        rowKey={({ place }) => place}
      />
    </section>
  );
}
