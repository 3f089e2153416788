import { disputeForm, type DisputeOffer } from '@bank/contracts/cases';
import { withUserMessage } from '@bank/client/call-failure';
import { CaseFilesField } from '@bank/client/case-files-field';
import { useBankForm } from '@bank/client/form';
import { useFormFields } from '@bank/client/form-fields';
import { FormFrame } from '@bank/client/form-frame';
import { useNavigate } from '@bank/client/router';
import { useIdempotencyKey } from '@bank/client/use-idempotency-key';
import { useIsShown } from '@bank/client/use-is-shown';
import { useCaseFiles } from '@bank/client/use-case-files';
import { useFormat } from '@bank/i18n/use-format';
import { Button } from '@bank/ui/button';
import { Card } from '@bank/ui/card';
import { SelectField } from '@bank/ui/select-field';
import { TextareaField } from '@bank/ui/textarea-field';
import { useToast } from '@bank/ui/toast';
import { BlockCard } from './block-card';
import styles from './disputes.module.css';
import { openDispute, useCaseUpdate } from './disputes.api';
import { useDisputeTexts } from './texts';

/** Why, in the customer's words, with files. A purchase that was not the holder's offers to block the card at once. */
export function DisputeFields({ offer }: { offer: DisputeOffer }) {
  const { t } = useDisputeTexts();
  const { date } = useFormat();
  const { show } = useToast();
  const navigate = useNavigate();
  const known = useCaseUpdate();
  const isShown = useIsShown();
  const { transaction, reasons, card } = offer;
  const draft = `dispute-${transaction.id}`;
  const chosen = useCaseFiles(draft);
  const intent = useIdempotencyKey(draft);
  const first = reasons[0]?.reason ?? 'not_me';
  const form = useBankForm({ schema: disputeForm, defaultValues: { reason: first, text: '' }, draft });
  const { field, errors } = useFormFields(form, { reason: t('new.reason'), text: t('new.text') });
  const onSubmit = form.submit(async (request) => {
    const idempotencyKey = intent.keyFor([request, chosen.fingerprint]);
    const found = await openDispute(transaction.id, request, chosen.files, { idempotencyKey }).catch(
      (error: unknown) => {
        throw withUserMessage(error, { failed: t('new.send_failed') });
      },
    );
    intent.done(idempotencyKey);
    chosen.clear();
    known(found);
    show({ type: 'success', message: t('new.sent', { reference: found.reference }) });
    if (isShown()) await navigate(`/disputes/${found.id}`, { replace: true });
  });
  const reason = form.watch('reason');
  const until = reasons.find((each) => each.reason === reason)?.until;
  const { isSubmitting } = form.formState;
  return (
    <Card title={t('new.title')}>
      <FormFrame form={form} errors={errors} onSubmit={onSubmit} className={styles.form}>
        <SelectField
          required
          options={reasons.map((each) => ({ value: each.reason, label: t(`topic.${each.reason}`) }))}
          hint={until && t('new.until', { day: date(until) })}
          {...field('reason')}
        />
        {reason === 'not_me' && card && <BlockCard card={card} transactionId={transaction.id} />}
        <TextareaField {...field('text')} rows={5} maxLength={4_000} hint={t(`hint.${reason}`)} required />
        <CaseFilesField chosen={chosen} hint={t('files.hint')} isSending={isSubmitting} />
        <div>
          <Button type="submit" icon="send" loading={isSubmitting}>
            {t('new.submit')}
          </Button>
        </div>
      </FormFrame>
    </Card>
  );
}
