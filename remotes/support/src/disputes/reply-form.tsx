import { ownMessageForm } from '@bank/contracts/cases';
import { withUserMessage } from '@bank/client/call-failure';
import { CaseFilesField } from '@bank/client/case-files-field';
import { useBankForm } from '@bank/client/form';
import { useFormFields } from '@bank/client/form-fields';
import { FormFrame } from '@bank/client/form-frame';
import { useIdempotencyKey } from '@bank/client/use-idempotency-key';
import { useCaseFiles } from '@bank/client/use-case-files';
import { Button } from '@bank/ui/button';
import { TextareaField } from '@bank/ui/textarea-field';
import { useToast } from '@bank/ui/toast';
import styles from './disputes.module.css';
import { useCaseUpdate, writeInCase } from './disputes.api';
import { useDisputeTexts } from './texts';

export const replyDraft = (id: number) => `case-${id}`;

/** The customer's words and files for a case. */
export function ReplyForm({ id }: { id: number }) {
  const { t } = useDisputeTexts();
  const { show } = useToast();
  const known = useCaseUpdate();
  const draft = replyDraft(id);
  const chosen = useCaseFiles(draft);
  const intent = useIdempotencyKey(draft);
  const form = useBankForm({ schema: ownMessageForm, defaultValues: { text: '' }, draft });
  const { field, errors } = useFormFields(form, { text: t('reply.text') });
  const onSubmit = form.submit(async ({ text }) => {
    const idempotencyKey = intent.keyFor([text, chosen.fingerprint]);
    const found = await writeInCase(id, text, chosen.files, { idempotencyKey }).catch((error: unknown) => {
      throw withUserMessage(error, { failed: t('reply.failed') });
    });
    intent.done(idempotencyKey);
    form.resetSent({ text: '' });
    chosen.clear();
    known(found);
    show({ type: 'success', message: t('reply.sent') });
  });
  const { isSubmitting } = form.formState;
  return (
    <FormFrame form={form} errors={errors} onSubmit={onSubmit} className={styles.form}>
      <TextareaField
        {...field('text')}
        rows={5}
        maxLength={4_000}
        used={form.watch('text').length}
        required
      />
      <CaseFilesField chosen={chosen} hint={t('files.hint')} isSending={isSubmitting} />
      <div>
        <Button type="submit" icon="send" loading={isSubmitting}>
          {t('reply.submit')}
        </Button>
      </div>
    </FormFrame>
  );
}
