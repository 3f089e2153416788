import { type ExportFormat, exportRows } from '@bank/contracts/transactions';
import { failureText } from '@bank/client/call-failure';
import { useMutation } from '@bank/client/query';
import { useFormat } from '@bank/i18n/use-format';
import { useSharedTexts } from '@bank/i18n/shared-texts';
import { Alert } from '@bank/ui/alert';
import { Button } from '@bank/ui/button';
import { useToast } from '@bank/ui/toast';
import { useTexts } from '../texts';
import styles from './transaction-export.module.css';
import { exportTransactions, type FilterValues } from './transactions.api';

const formats = ['csv', 'pdf'] as const;

/** Takes away what the filters leave, as a table or as a statement. */
export function TransactionExport({ filters, isEmpty }: { filters: FilterValues; isEmpty: boolean }) {
  const { t } = useTexts();
  const { number } = useFormat();
  const { show } = useToast();
  const { mutate, isPending, isError, error, variables } = useMutation({
    mutationFn: (format: ExportFormat) => exportTransactions(format, filters),
    onSuccess: () => show({ type: 'success', message: t('transactions.export_done') }),
  });
  const bounds = { pdf: number(exportRows.pdf), csv: number(exportRows.csv) };
  return (
    <section aria-label={t('transactions.export')} className={styles.export}>
      <div className={styles.buttons}>
        {formats.map((format) => (
          <Button
            key={format}
            variant="secondary"
            icon="download"
            disabled={isEmpty}
            aria-disabled={isPending}
            onClick={() => !isPending && mutate(format)}
          >
            {t(`transactions.export_${format}`)}
          </Button>
        ))}
      </div>
      <p className={styles.hint} role="status">
        {isPending ? t('transactions.exporting') : t('transactions.export_hint', bounds)}
      </p>
      {isError && <Failure error={error} onRetry={() => mutate(variables)} />}
    </section>
  );
}

function Failure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTexts();
  const shared = useSharedTexts();
  const words = {
    failed: t('transactions.export_failed'),
    offline: t('transactions.export_failed_network'),
  };
  return (
    <div className={styles.failure}>
      <Alert tone="danger">{failureText(error, words)}</Alert>
      <Button variant="secondary" icon="refresh-cw" onClick={onRetry}>
        {shared.t('action.retry')}
      </Button>
    </div>
  );
}
