import { useLocation, useParams, useSearchParams } from '@bank/client/router';
import { CaseDetail } from './case-detail';
import { CaseList } from './case-list';
import { NewDispute } from './new-dispute';

/** The caller's claims: their list, one of them, or a new one about a transaction. */
export function DisputesPage() {
  const { id } = useParams();
  const [parameters] = useSearchParams();
  const isNew = useLocation().pathname.endsWith('/new');
  if (isNew) return <NewDispute transactionId={Number(parameters.get('transaction'))} />;
  return id === undefined ? <CaseList /> : <CaseDetail id={Number(id)} />;
}
