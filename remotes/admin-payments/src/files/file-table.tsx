import type { CreditFile, CreditFileList } from '@bank/contracts/credit-files';
import type { UseQueryResult } from '@bank/client/query';
import { QueryTable } from '@bank/client/query-table';
import { Link } from '@bank/client/router';
import { useUrlDetails } from '@bank/client/use-url-details';
import { useFormat } from '@bank/i18n/use-format';
import { Amount } from '@bank/ui/amount';
import { Badge, type BadgeTone } from '@bank/ui/badge';
import type { Column } from '@bank/ui/data-table';
import { EmptyState } from '@bank/ui/empty-state';
import { useFileTexts } from './texts';

const tones: Record<CreditFile['state'], BadgeTone> = {
  faulty: 'danger',
  uploaded: 'waiting',
  awaiting: 'waiting',
  booking: 'info',
  booked: 'success',
  altered: 'danger',
  refused: 'neutral',
  expired: 'neutral',
};

/** The files, newest first; a row opens its detail. */
export function FileTable({ query }: { query: UseQueryResult<CreditFileList> }) {
  const { t } = useFileTexts();
  const columns = useColumns();
  return (
    <QueryTable<CreditFileList, CreditFile>
      dense
      caption={t('list')}
      columns={columns}
      query={query}
      rowsOf={({ files }) => files}
      rowKey={({ id }) => id}
      loadingRows={5}
      empty={<EmptyState icon="inbox" title={t('empty')} message={t('empty_message')} />}
      failed={t('failed')}
      failedMessage={t('failed_message')}
    />
  );
}

function useColumns(): Column<CreditFile>[] {
  const { t } = useFileTexts();
  const { dateTime, number } = useFormat();
  return [
    { key: 'file', header: t('file'), primary: true, cell: (file) => <FileName file={file} /> },
    { key: 'received', header: t('received'), cell: ({ received_at: at }) => dateTime(at) },
    { key: 'credits', header: t('credits'), align: 'end', cell: ({ credits }) => number(credits) },
    { key: 'total', header: t('total'), align: 'end', cell: ({ total }) => <Amount value={total} /> },
    { key: 'state', header: t('state'), cell: ({ state }) => <FileState state={state} /> },
  ];
}

/** The state of a file as a badge. */
export function FileState({ state }: Pick<CreditFile, 'state'>) {
  const { t } = useFileTexts();
  return <Badge tone={tones[state]}>{t(`state_${state}`)}</Badge>;
}

function FileName({
  file: { id, message_id: message, name, source, uploaded_by: uploader },
}: {
  file: CreditFile;
}) {
  const { t } = useFileTexts();
  const details = useUrlDetails('file');
  return (
    <>
      <Link to={details.addressOf(id)}>{message || name || t('detail', { id })}</Link>
      <br />
      {source === 'rail' ? t('source_rail') : t('source_staff', { name: uploader?.name ?? '' })}
    </>
  );
}
