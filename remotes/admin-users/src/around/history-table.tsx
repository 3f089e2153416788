import { useState } from 'react';
import { Pagination } from '@bank/ui/pagination';
import { LogTable } from '../logs/log-table';
import { useHistory } from './around.api';

/** The lines of the log about an object, newest first. */
export function HistoryTable({ about }: { about: string }) {
  const [page, setPage] = useState(1);
  const query = useHistory(about, page);
  return (
    <>
      <LogTable query={query} />
      {query.data && <Pagination answer={query.data.pagination} page={page} onPage={setPage} />}
    </>
  );
}
