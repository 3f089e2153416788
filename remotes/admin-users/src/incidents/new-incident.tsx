import { incidentSeverities, openIncidentRequest } from '@bank/contracts/incidents';
import { useBankForm } from '@bank/client/form';
import { useFormFields } from '@bank/client/form-fields';
import { useNavigate } from '@bank/client/router';
import { StepForm } from '@bank/client/step-form';
import { useIdempotencyKey } from '@bank/client/use-idempotency-key';
import { useIsShown } from '@bank/client/use-is-shown';
import { SelectField } from '@bank/ui/select-field';
import { TextField } from '@bank/ui/text-field';
import { TextareaField } from '@bank/ui/textarea-field';
import { ComponentFields } from './component-fields';
import { openIncident, useIncidentUpdate } from './incidents.api';
import { useIncidentTexts } from './texts';

const draft = 'new-incident';

/** Opens an incident. Its title is read by everybody as soon as a part of the bank is ticked. */
export function NewIncident({ onClose }: { onClose: () => void }) {
  const { t } = useIncidentTexts();
  const known = useIncidentUpdate();
  const isShown = useIsShown();
  const navigate = useNavigate();
  const intent = useIdempotencyKey(draft);
  const form = useBankForm({
    schema: openIncidentRequest,
    defaultValues: { severity: 'medium', title_fr: '', title_en: '', components: [], text: '' },
    draft,
  });
  const { field, errors } = useFormFields(form, {
    severity: t('list.severity'),
    title_fr: t('form.title_fr'),
    title_en: t('form.title_en'),
    components: t('form.components'),
    text: t('form.note'),
  });
  const onSubmit = form.submit(async (request) => {
    const key = intent.keyFor(request);
    const found = await openIncident(request, key);
    intent.done(key);
    known(found);
    if (isShown()) void navigate(`/admin/incidents/${found.id}`);
  });
  return (
    <StepForm
      form={form}
      errors={errors}
      onSubmit={onSubmit}
      title={t('new.title')}
      submit={t('new.submit')}
      onCancel={onClose}
    >
      <SelectField
        {...field('severity')}
        options={incidentSeverities.map((value) => ({ value, label: t(`severity.${value}`) }))}
      />
      <TextField {...field('title_fr')} lang="fr" maxLength={120} required />
      <TextField {...field('title_en')} lang="en" maxLength={120} required />
      <ComponentFields
        register={(name) => form.register(name)}
        hint={t('new.components_hint')}
        error={form.errorOf('components')}
      />
      <TextareaField {...field('text')} hint={t('form.note_hint')} rows={4} maxLength={4_000} />
    </StepForm>
  );
}
