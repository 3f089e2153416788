import { useState } from 'react';
import type { NewDeployToken } from '@bank/contracts/releases';
import { isSite, sites } from '@bank/contracts/remotes';
import { useBankForm } from '@bank/client/form';
import { useFormFields } from '@bank/client/form-fields';
import { FormFrame } from '@bank/client/form-frame';
import { useIdempotencyKey } from '@bank/client/use-idempotency-key';
import { CheckboxField } from '@bank/ui/checkbox-field';
import { Dialog } from '@bank/ui/dialog';
import { FormActions } from '@bank/ui/form-actions';
import { Stack } from '@bank/ui/layout';
import { TextField } from '@bank/ui/text-field';
import { createToken, useTokensRefresh } from './releases.api';
import styles from './releases.module.css';
import { CreatedToken } from './created-token';
import { useReleaseTexts } from './texts';
import { useReleaseName } from './use-release-name';
import { initialToken, tokenForm } from './token-form';

/** The name of the draft, with which the key of an attempt without an answer is kept. */
const draft = 'deploy-token';

interface NewTokenProps {
  open: boolean;
  /** The names to choose from. */
  remotes: string[];
  onClose: () => void;
}

export function NewToken({ open, remotes, onClose }: NewTokenProps) {
  const { t } = useReleaseTexts();
  const intent = useIdempotencyKey(draft);
  const [created, setCreated] = useState<NewDeployToken>();
  const refresh = useTokensRefresh();
  const onCreated = (token: NewDeployToken) => {
    setCreated(token);
    void refresh();
  };
  const forget = () => {
    setCreated(undefined);
    onClose();
  };
  // Also after the dialog was closed: the token is there all the same.
  if (created) return <CreatedToken created={created} onClose={forget} />;
  if (!open) return null;
  return (
    <Dialog open onClose={onClose} title={t('tokens.new_title')}>
      <TokenForm remotes={remotes} intent={intent} onCreated={onCreated} onCancel={onClose} />
    </Dialog>
  );
}

interface TokenFormProps {
  remotes: string[];
  intent: ReturnType<typeof useIdempotencyKey>;
  onCreated: (token: NewDeployToken) => void;
  onCancel: () => void;
}

function TokenForm({ remotes, intent, onCreated, onCancel }: TokenFormProps) {
  const { t } = useReleaseTexts();
  const nameOf = useReleaseName();
  const form = useBankForm({ schema: tokenForm, defaultValues: initialToken, draft });
  const send = form.submit(async (request) => {
    const words = { failed: t('tokens.create_failed') };
    onCreated(await intent.send(request, words, (key) => createToken(request, key)));
  });
  const { field, errors } = useFormFields(form, {
    team: t('tokens.team'),
    remotes: t('tokens.remotes'),
    other: t('tokens.other'),
    hosts: t('tokens.hosts'),
    days: t('tokens.days'),
  });
  return (
    <FormFrame form={form} errors={errors} onSubmit={send}>
      <TextField hint={t('tokens.team_hint')} required maxLength={60} autoComplete="off" {...field('team')} />
      <Stack as="fieldset" className={styles.choices}>
        <legend>{t('tokens.remotes_legend')}</legend>
        {remotes.map((name, index) => (
          <CheckboxField
            key={name}
            {...(index === 0 ? field('remotes') : form.register('remotes'))}
            label={<span translate={isSite(name) ? undefined : 'no'}>{nameOf(name)}</span>}
            value={name}
          />
        ))}
      </Stack>
      <TextField
        hint={t('tokens.other_hint')}
        optional
        autoComplete="off"
        spellCheck={false}
        {...field('other')}
      />
      <Stack as="fieldset" className={styles.choices}>
        <legend>{t('tokens.hosts_legend')}</legend>
        {sites.map((site, index) => (
          <CheckboxField
            key={site}
            {...(index === 0 ? field('hosts') : form.register('hosts'))}
            label={t(`tokens.site_${site}`)}
            value={site}
          />
        ))}
      </Stack>
      <TextField
        hint={t('tokens.days_hint')}
        required
        inputMode="numeric"
        autoComplete="off"
        {...field('days')}
      />
      <FormActions
        submit={t('tokens.submit')}
        isSending={form.formState.isSubmitting}
        onCancel={() => {
          form.forget();
          onCancel();
        }}
      />
    </FormFrame>
  );
}
