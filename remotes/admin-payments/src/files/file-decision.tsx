import { useState } from 'react';
import type { CreditFileDetail } from '@bank/contracts/credit-files';
import { failureText } from '@bank/client/call-failure';
import { Link } from '@bank/client/router';
import { useIdempotencyKey } from '@bank/client/use-idempotency-key';
import { Button, buttonClass } from '@bank/ui/button';
import { Cluster } from '@bank/ui/layout';
import { useToast } from '@bank/ui/toast';
import { useFocusAfter } from '@bank/ui/use-focus-after';
import { useFileActions } from './files.api';
import { useFileTexts } from './texts';

/** The reader's possible decisions: request the second administrator, or be that one. */
export function FileDecision({ file }: { file: CreditFileDetail }) {
  const { can_submit: canSubmit, approval } = file;
  const mayAct = canSubmit || (approval?.status === 'pending' && approval.obstacle === null);
  const place = useFocusAfter<HTMLDivElement>(mayAct);
  return (
    <div ref={place} tabIndex={-1}>
      <Actions file={file} />
    </div>
  );
}

function Actions({ file }: { file: CreditFileDetail }) {
  const { t } = useFileTexts();
  const { submit, approve } = useFileActions();
  const { isSending, run } = useRun();
  const { id, approval, can_submit: canSubmit } = file;
  if (canSubmit) {
    return (
      <Button loading={isSending} onClick={() => void run([id], (key) => submit(id, key), 'submit')}>
        {t('submit')}
      </Button>
    );
  }
  if (approval?.status !== 'pending') return null;
  if (approval.obstacle !== null) return <p>{t(`obstacle.${approval.obstacle}`)}</p>;
  const decide = () => run([approval.id], (key) => approve(approval.id, key), 'approve');
  return (
    <Cluster gap={12} align="center">
      <Button loading={isSending} onClick={() => void decide()}>
        {t('approve')}
      </Button>
      <Link to={`/admin/approvals?refuse=${approval.id}`} className={buttonClass({ variant: 'secondary' })}>
        {t('refuse')}
      </Link>
      <span>{t('asked_by', { name: approval.requested_by.name })}</span>
    </Cluster>
  );
}

const messages = {
  submit: { done: 'submitted', failed: 'submit_failed' },
  approve: { done: 'approved', failed: 'approve_failed' },
} as const;

function useRun() {
  const { t } = useFileTexts();
  const { show } = useToast();
  const intent = useIdempotencyKey();
  const [isSending, setIsSending] = useState(false);
  const run = async (
    about: unknown[],
    work: (key: string) => Promise<unknown>,
    action: keyof typeof messages,
  ) => {
    const { done, failed } = messages[action];
    setIsSending(true);
    try {
      await work(intent.keyFor([action, ...about]));
      show({ type: 'success', message: t(done) });
    } catch (error) {
      show({ type: 'error', message: failureText(error, { failed: t(failed), isFixed: true }) });
    } finally {
      setIsSending(false);
    }
  };
  return { isSending, run };
}
