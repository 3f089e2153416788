import { EmptyState } from '@bank/ui/empty-state';
import { useTexts } from '../texts';

/** The empty list: nothing found, nothing with this status, or nothing at all. */
export function NoPayments({ isSearch, status }: { isSearch: boolean; status: string }) {
  const { t } = useTexts();
  const reason = isSearch ? 'search' : reasonOf(status);
  return (
    <EmptyState
      icon={isSearch ? 'search' : 'inbox'}
      title={t(`payments.empty_${reason}`)}
      message={t(`payments.empty_${reason}_message`)}
    />
  );
}

const reasonOf = (status: string) => (status === 'pending' || status === 'all' ? status : 'status');
