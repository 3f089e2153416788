import { failureText } from '@bank/client/call-failure';
import { useMutation } from '@bank/client/query';
import { Button } from '@bank/ui/button';
import { useToast } from '@bank/ui/toast';
import { useTexts } from '../texts';
import { exportLogs, type FilterValues } from './logs.api';

/** Exports the filtered lines. */
export function LogExport({ filters, isEmpty }: { filters: FilterValues; isEmpty: boolean }) {
  const { t } = useTexts();
  const { show } = useToast();
  const { mutate, isPending } = useMutation({
    mutationFn: () => exportLogs(filters),
    onSuccess: () => show({ type: 'success', message: t('logs.export_done') }),
    onError: (error) => {
      show({ type: 'error', message: failureText(error, { failed: t('logs.export_failed') }) });
    },
  });
  return (
    <Button
      variant="secondary"
      icon="download"
      disabled={isEmpty}
      loading={isPending}
      onClick={() => mutate()}
    >
      {t('logs.export')}
    </Button>
  );
}
