import { useState } from 'react';
import type { DirectDebit } from '@bank/contracts/direct-debits';
import { failureText, isOffline } from '@bank/client/call-failure';
import { QueryError } from '@bank/client/query-boundary';
import { useIdempotencyKey } from '@bank/client/use-idempotency-key';
import { useFormat } from '@bank/i18n/use-format';
import { Button } from '@bank/ui/button';
import { Card } from '@bank/ui/card';
import { Icon } from '@bank/ui/icon';
import { Loading } from '@bank/ui/skeleton';
import { useToast } from '@bank/ui/toast';
import styles from './direct-debits.module.css';
import { decideDebit, useDebitsRefresh, useHeldDebits } from './direct-debits.api';
import { useDebitTexts } from './texts';

/** The questions of the shield: collections that look like a double and wait for an answer. */
export function HeldDebits({ onDecided }: { onDecided: () => void }) {
  const { t } = useDebitTexts();
  const query = useHeldDebits();
  const held = query.data?.direct_debits ?? [];
  if (query.isError && !query.data) {
    return (
      <QueryError
        query={query}
        title={t(isOffline(query.error) ? 'failed_network' : 'held_failed')}
        message={t('failed_message')}
      />
    );
  }
  if (query.isPending) {
    return (
      <div className={styles.loading}>
        <Loading />
      </div>
    );
  }
  return held.map((debit) => <Question key={debit.id} debit={debit} onDecided={onDecided} />);
}

function Question({ debit, onDecided }: { debit: DirectDebit; onDecided: () => void }) {
  const { t } = useDebitTexts();
  const { amount, dateTime } = useFormat();
  const { decide, deciding } = useDeciding(debit, onDecided);
  const { creditor_name: creditor, description, held_until: until } = debit;
  const sum = amount(debit.amount, debit.currency);
  return (
    <Card title={t('held_title', { creditor })} className={styles.question}>
      <p>{t('held_question', { creditor, amount: sum })}</p>
      {description && <p className={styles.detail}>{description}</p>}
      {until && (
        <p className={styles.deadline}>
          <Icon name="clock" size={16} />
          {t('held_until', { date: dateTime(until) })}
        </p>
      )}
      <div className={styles.answers}>
        <Button
          variant="secondary"
          loading={deciding === 'pass'}
          disabled={deciding === 'refuse'}
          onClick={() => void decide('pass')}
        >
          {t('held_pass', { amount: sum })}
        </Button>
        <Button
          loading={deciding === 'refuse'}
          disabled={deciding === 'pass'}
          onClick={() => void decide('refuse')}
        >
          {t('held_refuse')}
        </Button>
      </div>
    </Card>
  );
}

/** Sends the answer, and reports what became of it. */
function useDeciding(debit: DirectDebit, onDecided: () => void) {
  const { t } = useDebitTexts();
  const { show } = useToast();
  const intent = useIdempotencyKey();
  const refresh = useDebitsRefresh();
  const [deciding, setDeciding] = useState<'pass' | 'refuse'>();
  const decide = async (act: 'pass' | 'refuse') => {
    setDeciding(act);
    const key = intent.keyFor(act);
    try {
      await decideDebit(debit, act, key);
      intent.done(key);
      show({ type: 'success', message: t(act === 'pass' ? 'held_passed' : 'held_refused') });
      onDecided();
    } catch (error) {
      show({ type: 'error', message: failureText(error, { failed: t('held_answer_failed') }) });
    }
    // Another session may have answered as well.
    await refresh();
    setDeciding(undefined);
  };
  return { decide, deciding };
}
