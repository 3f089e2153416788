import { z } from 'zod';
import { type Webhook, webhookUrl } from '@bank/contracts/partner-servers';
import { ApiError } from '@bank/client/api';
import { failureText } from '@bank/client/call-failure';
import { useBankForm } from '@bank/client/form';
import { useFormFields } from '@bank/client/form-fields';
import { FormFrame } from '@bank/client/form-frame';
import { useSeen } from '@bank/client/use-seen';
import { useSharedTexts } from '@bank/i18n/shared-texts';
import { useFormat } from '@bank/i18n/use-format';
import { Alert } from '@bank/ui/alert';
import { Button } from '@bank/ui/button';
import { FormActions } from '@bank/ui/form-actions';
import { Cluster, Stack } from '@bank/ui/layout';
import { TextField } from '@bank/ui/text-field';
import { useToast } from '@bank/ui/toast';
import { ChangeableFields, useMayChange } from '../partners/may-change';
import { useSaveWebhook, useTestEvent, useWebhooksRefresh } from './partner-servers.api';
import { RenewSecret } from './renew-secret';
import { useServerTexts } from './texts';
import styles from './webhooks-card.module.css';

/** An empty line is no address. */
const addressForm = z.object({
  url: z
    .string()
    .trim()
    .transform((value) => (value === '' ? null : value))
    .pipe(webhookUrl.nullable()),
});

interface WebhookAddressProps {
  partnerId: number;
  webhook: Webhook;
  /** A secret that is returned this once, also after the other mode was chosen; null where the one of before stays. */
  onSecret: (secret: string | null) => void;
}

/** The address of one mode, and what can be done with it. */
export function WebhookAddress({ partnerId, webhook, onSecret }: WebhookAddressProps) {
  const { t } = useServerTexts();
  const shared = useSharedTexts();
  const { show } = useToast();
  const draft = `partner-${partnerId}-webhook-${webhook.mode}`;
  const { save, present } = useSaveOverRead(draft, { partnerId, webhook });
  const form = useBankForm({
    schema: addressForm,
    defaultValues: { url: webhook.url ?? '' },
    draft,
  });
  const send = form.submit(async ({ url }) => {
    const saved = await save(url);
    onSecret(saved.secret);
    show({ type: 'success', message: t(url === null ? 'webhooks.ended' : 'webhooks.saved') });
  });
  const { field, errors } = useFormFields(form, { url: t('webhooks.url') });
  return (
    <>
      <FormFrame form={form} errors={errors} onSubmit={send}>
        <ChangeableFields>
          <Stack>
            <TextField
              {...field('url')}
              hint={t('webhooks.url_hint')}
              type="url"
              inputMode="url"
              autoComplete="off"
              spellCheck={false}
              placeholder="https://"
            />
            {present !== undefined && (
              <Alert>
                {present === null ? t('webhooks.present_none') : t('webhooks.present', { url: present })}
              </Alert>
            )}
            <FormActions submit={shared.t('action.save')} isSending={form.formState.isSubmitting} />
          </Stack>
        </ChangeableFields>
      </FormFrame>
      {webhook.url !== null && <Secret partnerId={partnerId} webhook={webhook} onSecret={onSecret} />}
    </>
  );
}

/**
 * Saves an address, unless somebody else has set another one since the form began: `present` is then that one, which the next
 * attempt replaces.
 */
function useSaveOverRead(draft: string, { partnerId, webhook }: Omit<WebhookAddressProps, 'onSecret'>) {
  const { mutateAsync } = useSaveWebhook(partnerId, webhook.mode);
  const refresh = useWebhooksRefresh(partnerId);
  const [read, setRead] = useSeen(draft, { url: webhook.url, isRefused: false });
  const save = async (url: string | null) => {
    const seen = read.isRefused ? webhook.url : read.url;
    try {
      const saved = await mutateAsync({ url, seen });
      setRead({ url: saved.webhook.url, isRefused: false });
      return saved;
    } catch (error) {
      if (error instanceof ApiError && error.code === 'PARTNER_CHANGED') {
        await refresh();
        setRead({ ...read, isRefused: true });
      }
      throw error;
    }
  };
  return { save, present: read.isRefused ? webhook.url : undefined };
}

function Secret({ partnerId, webhook, onSecret }: WebhookAddressProps) {
  const { t } = useServerTexts();
  const { dateTime } = useFormat();
  const old = useOldSecrets(webhook);
  const { show } = useToast();
  const mayChange = useMayChange();
  const test = useTestEvent(partnerId, webhook.mode);
  const sendTest = () =>
    test.mutate(undefined, {
      onSuccess: () => show({ type: 'success', message: t('webhooks.tested') }),
      onError: (error) => {
        show({ type: 'error', message: failureText(error, { failed: t('webhooks.test_failed') }) });
      },
    });
  return (
    <>
      <p className={styles.lead}>
        {webhook.secret_set_at && t('webhooks.secret_since', { at: dateTime(webhook.secret_set_at) })} {old}
      </p>
      {mayChange && (
        <Cluster gap={8}>
          <RenewSecret partnerId={partnerId} mode={webhook.mode} onSecret={onSecret} />
          <Button variant="secondary" size="small" icon="send" loading={test.isPending} onClick={sendTest}>
            {t('webhooks.test')}
          </Button>
        </Cluster>
      )}
    </>
  );
}

/** Until when each secret of before signs. */
function useOldSecrets({ old_secret_until: last, older_secrets_until: older = [] }: Webhook) {
  const { t } = useServerTexts();
  const { dateTime } = useFormat();
  if (last === null) return '';
  const ends = [...older, last].map((moment) => dateTime(moment));
  const at = ends.reduce((until, next) => t('webhooks.until_next', { until, next }));
  return t(ends.length === 1 ? 'webhooks.old_until' : 'webhooks.olds_until', { at });
}
