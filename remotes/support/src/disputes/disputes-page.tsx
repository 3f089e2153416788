import { useLocation, useParams, useSearchParams } from '@bank/client/router';
import { CaseDetail } from './case-detail';
import { CaseList } from './case-list';
import { WhyPage } from './why-page';
import { NewDispute } from './new-dispute';

/** The caller's claims: their list, one of them, a new one about a transaction, or why something is stopped. */
export function DisputesPage() {
  const { id } = useParams();
  const [parameters] = useSearchParams();
  const { pathname } = useLocation();
  const isNew = pathname.endsWith('/new');
  if (pathname.endsWith('/why')) return <WhyPage about={parameters.get('about')} id={parameters.get('id')} />;
  if (isNew) return <NewDispute transactionId={Number(parameters.get('transaction'))} />;
  return id === undefined ? <CaseList /> : <CaseDetail id={Number(id)} />;
}
