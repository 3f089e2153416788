import { type CaseDecision, caseNoteRequest, type StaffCase } from '@bank/contracts/cases';
import { useBankForm } from '@bank/client/form';
import { useFormFields } from '@bank/client/form-fields';
import { StepForm } from '@bank/client/step-form';
import { TextareaField } from '@bank/ui/textarea-field';
import { useStepCall } from '../steps/use-step-call';
import { decideCase, useCaseRefresh, useCaseUpdate } from './cases.api';
import { useCaseTexts } from './texts';

interface DecisionFormProps {
  found: StaffCase;
  decision: CaseDecision;
  onClose: () => void;
}

/** Decides with a reason, which the customer reads. What is decided is the version that is on the screen. */
export function DecisionForm({ found: { id, version, way }, decision, onClose }: DecisionFormProps) {
  const { t } = useCaseTexts();
  const draft = `case-${id}-decision`;
  const send = useStepCall({ draft, known: useCaseUpdate(), refresh: useCaseRefresh(id), onClose });
  const form = useBankForm({ schema: caseNoteRequest, defaultValues: { text: '' }, draft });
  const { field, errors } = useFormFields(form, { text: t('decide.reason') });
  const onSubmit = form.submit(({ text: reason }) =>
    send(
      { decision, reason, version },
      (request, key) => decideCase(id, request, key),
      t(`decide.${decision}_done`),
    ),
  );
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
