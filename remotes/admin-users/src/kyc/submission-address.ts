import { useNavigate } from '@bank/client/router';
import { useUrlDetails } from '@bank/client/use-url-details';

/** The open submission, kept in the URL as `?submission=7` beside the filter. */
export function useSubmissionAddress() {
  const details = useUrlDetails('submission');
  const navigate = useNavigate();
  /** Opens another submission in place of this one. */
  const turnTo = (id: number) => void navigate(details.addressOf(id), { replace: true });
  return { ...details, turnTo };
}
