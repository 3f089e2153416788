import type { ExportFormat } from '@bank/contracts/transactions';
// Imported by shared names: a remote bundles this file and takes its imports from the host.
import { useFailureText } from '@bank/client/call-failure';
import { useMutation } from '@bank/client/query';
import { useSharedTexts } from '@bank/i18n/shared-texts';
import { Alert } from '@bank/ui/alert';
import { Button } from '@bank/ui/button';
import { Cluster } from '@bank/ui/layout';
import { useToast } from '@bank/ui/toast';
import styles from './export-buttons.module.css';
import { useExportTexts } from './export-texts';

interface ExportButtonsProps {
  /** Names the place, for those who do not see it. */
  label: string;
  formats: readonly ExportFormat[];
  hint: string;
  disabled: boolean;
  save: (format: ExportFormat) => Promise<void>;
}

/** Exports what the page shows; one file at a time. */
export function ExportButtons({ label, formats, hint, disabled, save }: ExportButtonsProps) {
  const { t } = useExportTexts();
  const { show } = useToast();
  const { mutate, isPending, isError, error, variables } = useMutation({
    mutationFn: save,
    onSuccess: () => show({ type: 'success', message: t('done') }),
  });
  return (
    <Cluster as="section" gap="8-16" align="center" aria-label={label}>
      <Cluster>
        {formats.map((format) => (
          <Button
            key={format}
            variant="secondary"
            icon="download"
            disabled={disabled}
            aria-disabled={isPending}
            onClick={() => !isPending && mutate(format)}
          >
            {t(format)}
          </Button>
        ))}
      </Cluster>
      <p className={styles.hint} role="status">
        {isPending ? t('pending') : hint}
      </p>
      {isError && <Failure error={error} onRetry={() => mutate(variables)} />}
    </Cluster>
  );
}

function Failure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useExportTexts();
  const shared = useSharedTexts();
  const failure = useFailureText(error, { failed: t('failed'), offline: t('failed_network') });
  return (
    <div className={styles.failure}>
      <Alert tone="danger">{failure}</Alert>
      <Button variant="secondary" icon="refresh-cw" onClick={onRetry}>
        {shared.t('action.retry')}
      </Button>
    </div>
  );
}
