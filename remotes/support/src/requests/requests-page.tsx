import { useParams } from '@bank/client/router';
import { RequestDetail } from './request-detail';
import { RequestList } from './request-list';

/** The caller's messages to support: their list, or one of them with its answers. */
export function RequestsPage() {
  const { id } = useParams();
  return id === undefined ? <RequestList /> : <RequestDetail id={Number(id)} />;
}
