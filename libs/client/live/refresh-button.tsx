import { useSharedTexts } from '@bank/i18n/shared-texts';
import { Button } from '@bank/ui/button';

interface RefreshButtonProps {
  query: { isFetching: boolean; refetch: () => unknown };
}

/** Reads a page's data again. */
export function RefreshButton({ query: { isFetching, refetch } }: RefreshButtonProps) {
  const { t } = useSharedTexts();
  return (
    <Button
      variant="secondary"
      size="small"
      icon="refresh-cw"
      loading={isFetching}
      onClick={() => void refetch()}
    >
      {t('action.refresh')}
    </Button>
  );
}
