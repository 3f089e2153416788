import { useSharedTexts } from '@bank/i18n/shared-texts';
import type { ReactNode } from 'react';
import { classNames } from '../theme/class-names';
import styles from './data-table.module.css';
import { Icon } from '../theme/icon';
import { ScrollArea } from '../layout/scroll-area';
import { Skeleton } from '../feedback/skeleton';
import { VisuallyHidden } from '../layout/visually-hidden';

export interface Column<Row> {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  align?: 'start' | 'end';
  /** Names the row: its header for screen readers, its title in the stacked list. */
  primary?: boolean;
  headerHidden?: boolean;
  /** The header is a button that sorts by this column; see `sort` of the table. */
  sortable?: boolean;
}

/** The sorted column, and the callback that changes column or direction. */
export interface TableSort {
  key: string;
  order: 'asc' | 'desc';
  onSort: (key: string) => void;
}

export interface DataTableProps<Row> {
  /** The caption of the table, for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  /** Without rows: skeletons. With rows: they stay, marked busy. */
  loading?: boolean;
  /** The number of skeleton rows. */
  loadingRows?: number;
  /** Shown in place of an empty table. */
  empty?: ReactNode;
  /** Shown in place of the table. */
  error?: ReactNode;
  dense?: boolean;
  /** For many columns: becomes a list below 930 px, with labels in two columns. */
  wide?: boolean;
  sort?: TableSort;
}

/** A table that turns into a list of labelled rows where it has less than 640 px, and scrolls where that is not enough. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, loading = false, loadingRows = 5, empty, error, dense, wide, sort } = props;
  const { t } = useSharedTexts();
  if (error) return error;
  if (!loading && rows.length === 0 && empty) return empty;
  const waiting = loading && rows.length === 0;
  return (
    <div className={classNames(styles.frame, wide && styles.wide)}>
      <div role="status">{loading && <VisuallyHidden>{t('status.loading')}</VisuallyHidden>}</div>
      <ScrollArea label={caption}>
        <table
          className={classNames(styles.table, dense && styles.dense, waiting && styles.waiting)}
          aria-busy={loading}
        >
          <caption className={styles.caption}>{caption}</caption>
          <thead>
            <tr>
              {columns.map((column) => (
                <th
                  key={column.key}
                  scope="col"
                  className={alignment(column)}
                  // The stacked list hides the button; the header's text stays accessible.
                  aria-label={sort && column.sortable ? column.header : undefined}
                  aria-sort={sort?.key === column.key ? directions[sort.order] : undefined}
                >
                  <Header column={column} sort={sort} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {waiting ? (
              <WaitingRows columns={columns} count={loadingRows} />
            ) : (
              <FullRows {...props} rows={rows} />
            )}
          </tbody>
        </table>
      </ScrollArea>
    </div>
  );
}

const directions = { asc: 'ascending', desc: 'descending' } as const;

function Header<Row>({ column, sort }: { column: Column<Row>; sort: TableSort | undefined }) {
  const { key, header, headerHidden, sortable } = column;
  if (headerHidden) return <VisuallyHidden>{header}</VisuallyHidden>;
  if (!sortable || !sort) return header;
  return (
    <span className={styles.sortable} data-order={sort.key === key ? sort.order : undefined}>
      <span>{header}</span>
      <button type="button" className={styles.sort} aria-label={header} onClick={() => sort.onSort(key)}>
        <Icon name="chevron-down" size={16} />
      </button>
    </span>
  );
}

const alignment = (column: { align?: 'start' | 'end' }) => (column.align === 'end' ? styles.end : undefined);

function FullRows<Row>({ columns, rows, rowKey }: DataTableProps<Row>) {
  return rows.map((row) => (
    <tr key={rowKey(row)}>
      {columns.map((column) =>
        column.primary ? (
          <th
            key={column.key}
            scope="row"
            data-column={column.key}
            className={classNames(styles.primary, alignment(column))}
          >
            {column.cell(row)}
          </th>
        ) : (
          <td
            key={column.key}
            className={alignment(column)}
            data-column={column.key}
            data-label={column.headerHidden ? undefined : column.header}
          >
            {column.cell(row)}
          </td>
        ),
      )}
    </tr>
  ));
}

function WaitingRows<Row>({ columns, count }: { columns: readonly Column<Row>[]; count: number }) {
  return Array.from({ length: count }, (_, row) => (
    <tr key={row} aria-hidden="true" data-loading="">
      {columns.map((column) => (
        <td key={column.key}>
          <Skeleton />
        </td>
      ))}
    </tr>
  ));
}
