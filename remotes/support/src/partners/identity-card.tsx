import type { Partner } from '@bank/contracts/partners';
import { withUserMessage } from '@bank/client/call-failure';
import { useBankForm } from '@bank/client/form';
import { useSharedTexts } from '@bank/i18n/shared-texts';
import { Alert } from '@bank/ui/alert';
import { Card } from '@bank/ui/card';
import { FormActions } from '@bank/ui/form-actions';
import { Stack } from '@bank/ui/layout';
import { useToast } from '@bank/ui/toast';
import { identityForm, startingIdentity } from './identity-form';
import { IdentityFields } from './identity-fields';
import { ChangeableFields } from './may-change';
import { usePartnerUpdate } from './partners.api';
import { usePartnerTexts } from './texts';
import { usePart } from './use-part';

export function IdentityCard({ partner }: { partner: Partner }) {
  const { t } = usePartnerTexts();
  const shared = useSharedTexts();
  const { show } = useToast();
  const known = usePartnerUpdate();
  const { draft, save, present } = usePart(partner, 'identity');
  const form = useBankForm({
    schema: identityForm,
    defaultValues: startingIdentity(partner.name, partner.origins),
    draft,
  });
  const send = form.submit(async (identity) => {
    try {
      const saved = await save({ ...identity, theme: partner.theme });
      form.resetSent(startingIdentity(saved.name, saved.origins));
      known(saved);
    } catch (error) {
      throw withUserMessage(error, { failed: t('identity.failed') });
    }
    show({ type: 'success', message: t('identity.saved') });
  });
  return (
    <Card title={t('identity.title')}>
      <Stack as="form" noValidate onSubmit={(event) => void send(event)}>
        <ChangeableFields>
          <Stack>
            <IdentityFields form={form} />
            {present && (
              <Alert>
                {t('present.identity', { name: present.name, origins: present.origins.join(', ') })}
              </Alert>
            )}
            <FormActions submit={shared.t('action.save')} isSending={form.formState.isSubmitting} />
          </Stack>
        </ChangeableFields>
      </Stack>
    </Card>
  );
}
