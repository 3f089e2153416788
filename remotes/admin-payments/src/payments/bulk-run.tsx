import type { ListedPayment } from '@bank/contracts/payments';
import { useSharedTexts } from '@bank/i18n/shared-texts';
import { useReworded } from '@bank/i18n/texts';
import { Button } from '@bank/ui/button';
import { Cluster } from '@bank/ui/layout';
import { StepTitle } from '@bank/ui/step-title';
import { useTexts } from '../texts';
import styles from './bulk-dialog.module.css';
import type { Decision } from './payment-address';
import type { BulkResult } from '@bank/client/bulk';
import type { useBulk } from './use-bulk';

interface BulkRunProps {
  bulk: ReturnType<typeof useBulk>;
  decision: Decision;
  payments: readonly ListedPayment[];
  onClose: () => void;
}

export function BulkRun({ bulk, decision, payments, onClose }: BulkRunProps) {
  const { t } = useTexts();
  const { t: shared } = useSharedTexts();
  const { results, left, isRunning, run, stop } = bulk;
  const decided = payments.length - left.length;
  const done = [...results.values()].filter(({ outcome }) => outcome === 'done').length;
  return (
    <>
      <StepTitle
        key={String(isRunning)}
        takeFocus
        title={t(isRunning ? 'payments.bulk_running' : 'payments.bulk_summary')}
      />
      <div role="status">
        <p>{t('payments.bulk_progress', { done: decided, count: payments.length })}</p>
        {!isRunning && done > 0 && <p>{t(`payments.bulk_${decision}_done`, { count: done })}</p>}
      </div>
      <progress
        className={styles.progress}
        aria-label={t('payments.bulk_running')}
        max={payments.length}
        value={decided}
      />
      <Failures title={t('payments.bulk_refused')} outcome="refused" payments={payments} results={results} />
      <Failures
        title={t('payments.bulk_unreached')}
        outcome="unreached"
        payments={payments}
        results={results}
      />
      <Cluster gap="8-12">
        {isRunning && (
          <Button variant="secondary" onClick={stop}>
            {t('payments.bulk_stop')}
          </Button>
        )}
        {!isRunning && left.length > 0 && (
          <Button onClick={() => void run()}>{t('payments.bulk_rest', { count: left.length })}</Button>
        )}
        {!isRunning && (
          <Button variant="secondary" onClick={onClose}>
            {shared('action.close')}
          </Button>
        )}
      </Cluster>
    </>
  );
}

interface FailuresProps extends Pick<BulkRunProps, 'payments'> {
  title: string;
  outcome: 'refused' | 'unreached';
  results: ReadonlyMap<number, BulkResult>;
}

function Failures({ title, outcome, payments, results }: FailuresProps) {
  const failed = payments.filter(({ id }) => results.get(id)?.outcome === outcome);
  if (failed.length === 0) return null;
  return (
    <section>
      <h3 className={styles.title}>{title}</h3>
      <ul className={styles.list}>
        {failed.map(({ id, reference }) => (
          <Line key={id} reference={reference} message={results.get(id)?.message} />
        ))}
      </ul>
    </section>
  );
}

function Line({ reference, message }: { reference: string; message: string | undefined }) {
  const { t } = useTexts();
  const reason = useReworded(message);
  return <li>{t('payments.bulk_line', { reference, message: reason ?? '' })}</li>;
}
