import { useId, useState } from 'react';
import type { NewDeployToken } from '@bank/contracts/releases';
import { sites } from '@bank/contracts/remotes';
import { inWordsOf } from '@bank/client/call-failure';
import { useBankForm } from '@bank/client/form';
import { useIdempotencyKey } from '@bank/client/use-idempotency-key';
import { CheckboxField } from '@bank/ui/checkbox-field';
import { Dialog } from '@bank/ui/dialog';
import { ErrorSummary } from '@bank/ui/error-summary';
import { FormActions } from '@bank/ui/form-actions';
import { TextField } from '@bank/ui/text-field';
import { createToken, useTokensRefresh } from './releases.api';
import styles from './releases.module.css';
import { MadeToken } from './made-token';
import { useReleaseTexts } from './texts';
import { startingToken, tokenForm } from './token-form';

interface NewTokenProps {
  open: boolean;
  /** The names that can be chosen from. */
  remotes: string[];
  onClose: () => void;
}

/** Makes a token for a team, and shows it this once. */
export function NewToken({ open, remotes, onClose }: NewTokenProps) {
  const { t } = useReleaseTexts();
  // Kept while the dialog is closed, so that a try that got no answer is the same one when it is opened again.
  const intent = useIdempotencyKey();
  const [made, setMade] = useState<NewDeployToken>();
  const refresh = useTokensRefresh();
  if (!open) return null;
  const onMade = (token: NewDeployToken) => {
    intent.done();
    setMade(token);
    void refresh();
  };
  const forget = () => {
    setMade(undefined);
    onClose();
  };
  if (made) return <MadeToken made={made} onClose={forget} />;
  return (
    <Dialog open onClose={onClose} title={t('tokens.new_title')}>
      <TokenForm {...{ remotes, intent, onMade }} onCancel={onClose} />
    </Dialog>
  );
}

interface TokenFormProps {
  remotes: string[];
  intent: ReturnType<typeof useIdempotencyKey>;
  onMade: (token: NewDeployToken) => void;
  onCancel: () => void;
}

function TokenForm({ remotes, intent, onMade, onCancel }: TokenFormProps) {
  const { t } = useReleaseTexts();
  const id = useId();
  const form = useBankForm({ schema: tokenForm, defaultValues: startingToken, draft: 'deploy-token' });
  const send = form.submit(async (request) => {
    const made = await createToken(request, intent.keyFor(request)).catch((error: unknown) => {
      throw inWordsOf(error, { failed: t('tokens.create_failed') });
    });
    onMade(made);
  });
  const labels = {
    ...{ team: t('tokens.team'), remotes: t('tokens.remotes'), other: t('tokens.other') },
    ...{ hosts: t('tokens.hosts'), days: t('tokens.days') },
  };
  const field = (name: keyof typeof labels) => ({ id: `${id}-${name}`, error: form.errorOf(name) });
  const errors = (['team', 'remotes', 'other', 'hosts', 'days'] as const).flatMap((name) => {
    const message = form.errorOf(name);
    return message ? [{ id: `${id}-${name}`, label: labels[name] }] : [];
  });
  return (
    <form noValidate className={styles.form} onSubmit={(event) => void send(event)}>
      <ErrorSummary errors={errors} message={form.failure} attempt={form.formState.submitCount} />
      <TextField
        label={labels.team}
        hint={t('tokens.team_hint')}
        required
        maxLength={60}
        autoComplete="off"
        {...field('team')}
        {...form.register('team')}
      />
      <fieldset className={styles.choices}>
        <legend>{t('tokens.remotes_legend')}</legend>
        {remotes.map((name, at) => (
          <CheckboxField
            key={name}
            label={<span translate="no">{name}</span>}
            value={name}
            {...(at === 0 && field('remotes'))}
            {...form.register('remotes')}
          />
        ))}
      </fieldset>
      <TextField
        label={labels.other}
        hint={t('tokens.other_hint')}
        optional
        autoComplete="off"
        spellCheck={false}
        {...field('other')}
        {...form.register('other')}
      />
      <fieldset className={styles.choices}>
        <legend>{t('tokens.hosts_legend')}</legend>
        {sites.map((site, at) => (
          <CheckboxField
            key={site}
            label={t(`tokens.site_${site}`)}
            value={site}
            {...(at === 0 && field('hosts'))}
            {...form.register('hosts')}
          />
        ))}
      </fieldset>
      <TextField
        label={labels.days}
        hint={t('tokens.days_hint')}
        required
        inputMode="numeric"
        autoComplete="off"
        {...field('days')}
        {...form.register('days')}
      />
      <FormActions
        submit={t('tokens.submit')}
        isSending={form.formState.isSubmitting}
        onCancel={() => {
          form.forget();
          onCancel();
        }}
      />
    </form>
  );
}
