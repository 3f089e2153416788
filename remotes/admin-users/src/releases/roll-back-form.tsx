import { useId } from 'react';
import { type Release, rollBackRequest } from '@bank/contracts/releases';
import { inWordsOf } from '@bank/client/call-failure';
import { useBankForm } from '@bank/client/form';
import { ErrorSummary } from '@bank/ui/error-summary';
import { FormActions } from '@bank/ui/form-actions';
import { TextareaField } from '@bank/ui/textarea-field';
import { useToast } from '@bank/ui/toast';
import { useReleaseChanges } from './releases.api';
import styles from './releases.module.css';
import { useReleaseTexts } from './texts';

const longest = 300;

interface RollBackFormProps {
  release: Release;
  onCancel: () => void;
  onDone: () => void;
}

/** Takes a release back for a reason, which stays where it was typed until the server has it. */
export function RollBackForm({ release: { remote, version }, onCancel, onDone }: RollBackFormProps) {
  const { t } = useReleaseTexts();
  const { show } = useToast();
  const { rollBack } = useReleaseChanges(onDone);
  const id = useId();
  const form = useBankForm({
    schema: rollBackRequest,
    defaultValues: { reason: '' },
    draft: `rollback-${remote}`,
  });
  const error = form.errorOf('reason');
  const send = form.submit(async ({ reason }) => {
    await rollBack(remote, reason).catch((cause: unknown) => {
      throw inWordsOf(cause, { failed: t('rollback.failed') });
    });
    show({ type: 'success', message: t('rollback.done', { remote, version }) });
  });
  return (
    <form noValidate className={styles.form} onSubmit={(event) => void send(event)}>
      <ErrorSummary
        errors={error ? [{ id, label: t('rollback.reason') }] : []}
        message={form.failure}
        attempt={form.formState.submitCount}
      />
      <TextareaField
        id={id}
        label={t('rollback.reason')}
        hint={t('rollback.reason_hint')}
        required
        rows={3}
        maxLength={longest}
        error={error}
        {...form.register('reason')}
      />
      <FormActions
        submit={t('rollback.submit')}
        isSending={form.formState.isSubmitting}
        variant="danger"
        onCancel={() => {
          form.forget();
          onCancel();
        }}
      />
    </form>
  );
}
