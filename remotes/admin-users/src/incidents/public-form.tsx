import { incidentPublicRequest, type StaffIncident } from '@bank/contracts/incidents';
import { useBankForm } from '@bank/client/form';
import { useFormFields } from '@bank/client/form-fields';
import { StepForm } from '@bank/client/step-form';
import { TextField } from '@bank/ui/text-field';
import { TextareaField } from '@bank/ui/textarea-field';
import { useReadVersion } from '../steps/use-read-version';
import { useStepCall } from '../steps/use-step-call';
import { ComponentFields } from './component-fields';
import { publishLine, useIncidentRefresh, useIncidentUpdate } from './incidents.api';
import { useIncidentTexts } from './texts';

const publicForm = incidentPublicRequest.omit({ version: true });

/** Writes a line that everybody reads, in both languages. */
export function PublicForm({ found, onClose }: { found: StaffIncident; onClose: () => void }) {
  const { t } = useIncidentTexts();
  const draft = `incident-${found.id}-public`;
  const { version, refresh } = useReadVersion(draft, found.version, useIncidentRefresh(found.id));
  const send = useStepCall({ draft, known: useIncidentUpdate(), refresh, onClose });
  const form = useBankForm({
    schema: publicForm,
    defaultValues: {
      title_fr: found.title?.fr ?? '',
      title_en: found.title?.en ?? '',
      text_fr: '',
      text_en: '',
      components: found.components,
    },
    draft,
  });
  const { field, errors } = useFormFields(form, {
    title_fr: t('form.title_fr'),
    text_fr: t('form.line_fr'),
    title_en: t('form.title_en'),
    text_en: t('form.line_en'),
    components: t('form.components'),
  });
  const onSubmit = form.submit((typed) =>
    send({ ...typed, version }, (request, key) => publishLine(found.id, request, key), t('public.done')),
  );
  return (
    <StepForm
      form={form}
      errors={errors}
      onSubmit={onSubmit}
      title={t('public.title')}
      submit={t('public.submit')}
      onCancel={onClose}
    >
      <TextField {...field('title_fr')} lang="fr" maxLength={120} required />
      <TextareaField {...field('text_fr')} lang="fr" rows={3} maxLength={1_000} required />
      <TextField {...field('title_en')} lang="en" maxLength={120} required />
      <TextareaField {...field('text_en')} lang="en" rows={3} maxLength={1_000} required />
      <ComponentFields
        register={(name) => form.register(name)}
        hint={t('public.components_hint')}
        error={form.errorOf('components')}
      />
    </StepForm>
  );
}
