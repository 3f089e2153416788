import type { AppealSubject } from '@bank/contracts/case-topics';
import { ownMessageForm } from '@bank/contracts/cases';
import { withUserMessage } from '@bank/client/call-failure';
import { CaseFilesField } from '@bank/client/case-files-field';
import { useBankForm } from '@bank/client/form';
import { useFormFields } from '@bank/client/form-fields';
import { FormFrame } from '@bank/client/form-frame';
import { useNavigate } from '@bank/client/router';
import { useIdempotencyKey } from '@bank/client/use-idempotency-key';
import { useIsShown } from '@bank/client/use-is-shown';
import { useCaseFiles } from '@bank/client/use-case-files';
import { Button } from '@bank/ui/button';
import { Card } from '@bank/ui/card';
import { TextareaField } from '@bank/ui/textarea-field';
import { useToast } from '@bank/ui/toast';
import styles from './disputes.module.css';
import { openAppeal, useCaseUpdate } from './disputes.api';
import { useDisputeTexts } from './texts';

/** The customer's words and files against a refusal, a hold or a block. The draft is kept until it is sent. */
export function AppealFields({ about, id }: { about: AppealSubject; id: string | null }) {
  const { t } = useDisputeTexts();
  const { show } = useToast();
  const navigate = useNavigate();
  const known = useCaseUpdate();
  const isShown = useIsShown();
  const draft = `appeal-${about}-${id ?? ''}`;
  const chosen = useCaseFiles(draft);
  const intent = useIdempotencyKey(draft);
  const form = useBankForm({ schema: ownMessageForm, defaultValues: { text: '' }, draft });
  const { field, errors } = useFormFields(form, { text: t('why.text') });
  const onSubmit = form.submit(async ({ text }) => {
    const request = { about, text, ...(id !== null && { id }) };
    const idempotencyKey = intent.keyFor([request, chosen.fingerprint]);
    const found = await openAppeal(request, chosen.files, { idempotencyKey }).catch((error: unknown) => {
      throw withUserMessage(error, { failed: t('why.send_failed') });
    });
    intent.done(idempotencyKey);
    chosen.clear();
    form.resetSent({ text: '' });
    known(found);
    show({ type: 'success', message: t('why.sent', { reference: found.reference }) });
    if (isShown()) await navigate(`/disputes/${found.id}`, { replace: true });
  });
  const { isSubmitting } = form.formState;
  return (
    <Card title={t('why.appeal')}>
      <FormFrame form={form} errors={errors} onSubmit={onSubmit} className={styles.form}>
        <p>{t('why.answer')}</p>
        <TextareaField {...field('text')} rows={5} maxLength={4_000} hint={t('why.text_hint')} required />
        <CaseFilesField chosen={chosen} hint={t('files.hint')} isSending={isSubmitting} />
        <div>
          <Button type="submit" icon="send" loading={isSubmitting}>
            {t('why.submit')}
          </Button>
        </div>
      </FormFrame>
    </Card>
  );
}
