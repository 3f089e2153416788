import { type CaseDecision, caseNoteRequest, type StaffCase } from '@bank/contracts/cases';
import { useBankForm } from '@bank/client/form';
import { useFormFields } from '@bank/client/form-fields';
import { StepForm } from '@bank/client/step-form';
import { useIdempotencyKey } from '@bank/client/use-idempotency-key';
import { TextareaField } from '@bank/ui/textarea-field';
import { useToast } from '@bank/ui/toast';
import { decideCase, useCaseRefresh, useCaseUpdate } from './cases.api';
import { useCaseTexts } from './texts';

interface DecisionFormProps {
  found: StaffCase;
  decision: CaseDecision;
  onClose: () => void;
}

const reasonForm = caseNoteRequest;

/** Decides with a reason, which the customer reads. What is decided is the version that is on the screen. */
export function DecisionForm({ found: { id, version, way }, decision, onClose }: DecisionFormProps) {
  const { t } = useCaseTexts();
  const { show } = useToast();
  const known = useCaseUpdate();
  const refresh = useCaseRefresh(id);
  const draft = `case-${id}-decision`;
  const intent = useIdempotencyKey(draft);
  const form = useBankForm({ schema: reasonForm, defaultValues: { text: '' }, draft });
  const { field, errors } = useFormFields(form, { text: t('decide.reason') });
  const onSubmit = form.submit(async ({ text: reason }) => {
    const request = { decision, reason, version };
    try {
      known(await decideCase(id, request, intent.keyFor(request)));
    } catch (error) {
      void refresh();
      throw error;
    }
    intent.done();
    show({ type: 'success', message: t(`decide.${decision}_done`) });
    onClose();
  });
  return (
    <StepForm
      form={form}
      errors={errors}
      onSubmit={onSubmit}
      title={t(`decide.${decision}_title`)}
      submit={t(`decide.${decision}_submit`)}
      variant={decision === 'refused' ? 'danger' : 'primary'}
      onCancel={onClose}
    >
      {decision === 'accepted' && way !== null && <p>{t(`decide.way_${way}`)}</p>}
      <TextareaField {...field('text')} hint={t('decide.reason_hint')} rows={4} maxLength={4_000} required />
    </StepForm>
  );
}
