import { useState } from 'react';
import { Pagination } from '@bank/ui/pagination';
import { LogTable } from '../logs/log-table';
import { useHistory } from './around.api';
import { useAroundTexts } from './texts';

/** The lines of the log about an object, newest first. */
export function HistoryTable({ about }: { about: string }) {
  const { t } = useAroundTexts();
  const [page, setPage] = useState(1);
  const query = useHistory(about, page);
  return (
    <>
      <LogTable query={query} none={t('history_none', { about })} />
      {query.data && <Pagination answer={query.data.pagination} page={page} onPage={setPage} />}
    </>
  );
}
