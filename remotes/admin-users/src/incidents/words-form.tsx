import { incidentNoteRequest, type StaffIncident } from '@bank/contracts/incidents';
import { useBankForm } from '@bank/client/form';
import { useFormFields } from '@bank/client/form-fields';
import { StepForm } from '@bank/client/step-form';
import { useIdempotencyKey } from '@bank/client/use-idempotency-key';
import { TextareaField } from '@bank/ui/textarea-field';
import { useToast } from '@bank/ui/toast';
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
  const { show } = useToast();
  const known = useIncidentUpdate();
  const refresh = useIncidentRefresh(id);
  const draft = `incident-${id}-${to}`;
  const intent = useIdempotencyKey(draft);
  const form = useBankForm({ schema: incidentNoteRequest, defaultValues: { text: '' }, draft });
  const { field, errors } = useFormFields(form, { text: t(`words.${to}`) });
  const onSubmit = form.submit(async (typed) => {
    try {
      if (to === 'note') known(await noteInIncident(id, typed, intent.keyFor(typed)));
      else {
        const request = { ...typed, version };
        known(await closeIncident(id, request, intent.keyFor(request)));
      }
    } catch (error) {
      void refresh();
      throw error;
    }
    intent.done();
    show({ type: 'success', message: t(`words.${to}_done`) });
    onClose();
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
