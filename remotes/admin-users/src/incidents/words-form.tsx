import { incidentNoteRequest, type StaffIncident } from '@bank/contracts/incidents';
import { useBankForm } from '@bank/client/form';
import { useFormFields } from '@bank/client/form-fields';
import { StepForm } from '@bank/client/step-form';
import { TextareaField } from '@bank/ui/textarea-field';
import { useStepCall } from '../steps/use-step-call';
import { closeIncident, noteInIncident, useIncidentRefresh, useIncidentUpdate } from './incidents.api';
import { useIncidentTexts } from './texts';

interface WordsFormProps {
  found: StaffIncident;
  /** A note for colleagues, or the report that closes the incident. */
  to: 'note' | 'close';
  onClose: () => void;
}

/** Writes in an incident for colleagues. What is closed is the version that is on the screen. */
export function WordsForm({ found: { id, version }, to, onClose }: WordsFormProps) {
  const { t } = useIncidentTexts();
  const draft = `incident-${id}-${to}`;
  const send = useStepCall({ draft, known: useIncidentUpdate(), refresh: useIncidentRefresh(id), onClose });
  const form = useBankForm({ schema: incidentNoteRequest, defaultValues: { text: '' }, draft });
  const { field, errors } = useFormFields(form, { text: t(`words.${to}`) });
  const onSubmit = form.submit((typed) => {
    const done = t(`words.${to}_done`);
    if (to === 'note') return send(typed, (request, key) => noteInIncident(id, request, key), done);
    return send({ ...typed, version }, (request, key) => closeIncident(id, request, key), done);
  });
  return (
    <StepForm
      form={form}
      errors={errors}
      onSubmit={onSubmit}
      title={t(`words.${to}_title`)}
      submit={t(`words.${to}_submit`)}
      onCancel={onClose}
    >
      <TextareaField {...field('text')} hint={t(`words.${to}_hint`)} rows={6} maxLength={4_000} required />
    </StepForm>
  );
}
