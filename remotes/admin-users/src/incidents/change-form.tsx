import { incidentChangeRequest, incidentSeverities, type StaffIncident } from '@bank/contracts/incidents';
import { useBankForm } from '@bank/client/form';
import { useFormFields } from '@bank/client/form-fields';
import { StepForm } from '@bank/client/step-form';
import { SelectField } from '@bank/ui/select-field';
import { useReadVersion } from '../steps/use-read-version';
import { useStepCall } from '../steps/use-step-call';
import { changeIncident, useIncidentRefresh, useIncidentUpdate } from './incidents.api';
import { useIncidentTexts } from './texts';

const changeForm = incidentChangeRequest.omit({ version: true });

/** Changes how grave an incident is, and how far the work on it is. */
export function ChangeForm({ found, onClose }: { found: StaffIncident; onClose: () => void }) {
  const { t } = useIncidentTexts();
  const draft = `incident-${found.id}-change`;
  const { version, refresh } = useReadVersion(draft, found.version, useIncidentRefresh(found.id));
  const send = useStepCall({ draft, known: useIncidentUpdate(), refresh, onClose });
  const form = useBankForm({
    schema: changeForm,
    defaultValues: { severity: found.severity, state: found.state === 'closed' ? 'open' : found.state },
    draft,
  });
  const { field, errors } = useFormFields(form, { severity: t('list.severity'), state: t('list.state') });
  const onSubmit = form.submit((typed) =>
    send({ ...typed, version }, (request) => changeIncident(found.id, request), t('change.done')),
  );
  return (
    <StepForm
      form={form}
      errors={errors}
      onSubmit={onSubmit}
      title={t('change.title')}
      submit={t('change.submit')}
      onCancel={onClose}
    >
      <SelectField
        {...field('severity')}
        options={incidentSeverities.map((value) => ({ value, label: t(`severity.${value}`) }))}
      />
      <SelectField
        {...field('state')}
        options={changeForm.shape.state.options.map((value) => ({ value, label: t(`state.${value}`) }))}
      />
    </StepForm>
  );
}
