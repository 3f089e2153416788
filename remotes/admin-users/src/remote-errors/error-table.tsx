import type { AffectedRelease, ErrorGroup, ErrorGroupList } from '@bank/contracts/remote-errors';
import type { UseQueryResult } from '@bank/client/query';
import { QueryTable } from '@bank/client/query-table';
import { Link } from '@bank/client/router';
import { useFormat } from '@bank/i18n/use-format';
import { Badge } from '@bank/ui/badge';
import type { Column } from '@bank/ui/data-table';
import { EmptyState } from '@bank/ui/empty-state';
import styles from './remote-errors.module.css';
import { useRemoteErrorTexts } from './texts';

interface ErrorTableProps {
  query: UseQueryResult<ErrorGroupList>;
  /** The chosen version, if any. */
  version: string;
  isFiltered: boolean;
}

/** One page of the errors. */
export function ErrorTable({ query, version, isFiltered }: ErrorTableProps) {
  const { t } = useRemoteErrorTexts();
  const empty = isFiltered ? 'none_found' : 'empty';
  return (
    <QueryTable
      dense
      wide
      caption={t('list.caption')}
      columns={useColumns(version)}
      query={query}
      rowsOf={({ groups }) => groups}
      rowKey={({ id }) => id}
      loadingRows={6}
      empty={
        <EmptyState icon="circle-check" title={t(`list.${empty}`)} message={t(`list.${empty}_message`)} />
      }
      failed={t('list.failed')}
      failedMessage={t('failed_message')}
    />
  );
}

const chosenRelease = ({ releases }: ErrorGroup, version: string): AffectedRelease | undefined =>
  releases.find((each) => each.version === version);

/** Of the chosen version, or else of the newest that has the error. */
const shownRelease = (group: ErrorGroup, version: string): AffectedRelease | undefined =>
  chosenRelease(group, version) ?? group.releases[0];

function useColumns(version: string): Column<ErrorGroup>[] {
  const { t } = useRemoteErrorTexts();
  const { dateTime, number } = useFormat();
  const titleOf = useErrorTitle();
  /** How often and when: in the chosen version, or in all. */
  const timesOf = (row: ErrorGroup) => chosenRelease(row, version) ?? row;
  return [
    {
      key: 'error',
      header: t('list.error'),
      primary: true,
      cell: (row) => (
        <span className={styles.error}>
          <Link to={`/admin/releases/errors/${row.id}`} translate="no">
            {titleOf(row)}
          </Link>
          <span className={styles.place} translate="no">
            {row.place}
          </span>
        </span>
      ),
    },
    {
      key: 'release',
      header: t('list.newest'),
      cell: (row) => (
        <span className={styles.lines} translate="no">
          {row.remote}
          <span className={styles.code}>{shownRelease(row, version)?.version}</span>
        </span>
      ),
    },
    {
      key: 'share',
      header: t('list.visitors'),
      align: 'end',
      cell: (row) => <Visitors of={shownRelease(row, version)} />,
    },
    { key: 'count', header: t('list.count'), align: 'end', cell: (row) => number(timesOf(row).count) },
    { key: 'first', header: t('list.first'), cell: (row) => dateTime(timesOf(row).first_at) },
    { key: 'last', header: t('list.last'), cell: (row) => dateTime(timesOf(row).last_at) },
    { key: 'state', header: t('list.state'), cell: (row) => <ErrorState of={row} /> },
  ];
}

/** The share of a release's visitors who met an error, with their number. */
export function Visitors({ of: release }: { of: AffectedRelease | undefined }) {
  const { t } = useRemoteErrorTexts();
  const { number, percent } = useFormat();
  if (!release || release.share === null) return t('list.uncounted');
  return t('list.share', { share: percent(release.share), visitors: number(release.visitors) });
}

export function ErrorState({ of: { resolved_at: resolvedAt } }: { of: ErrorGroup }) {
  const { t } = useRemoteErrorTexts();
  return resolvedAt ? (
    <Badge tone="success">{t('badge.resolved')}</Badge>
  ) : (
    <Badge tone="warning">{t('badge.open')}</Badge>
  );
}

/** The class of an error and its message, as browsers write them. */
export function useErrorTitle() {
  const { t } = useRemoteErrorTexts();
  return ({ name, message }: ErrorGroup) => (message ? t('list.title', { name, message }) : name);
}
