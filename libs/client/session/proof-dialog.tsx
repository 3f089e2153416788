import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import type { TwoFactorState } from '@bank/contracts/settings';
import type { Proof } from '@bank/contracts/proof';
import { Dialog } from '@bank/ui/dialog';
import { FormActions } from '@bank/ui/form-actions';
import { Stack } from '@bank/ui/layout';
import { PasswordField } from '@bank/ui/password-field';
import { Segmented } from '@bank/ui/segmented';
import { TextField } from '@bank/ui/text-field';
import { api, type ApiError } from '../http/api';
import { useProofTexts } from './proof-texts';
import { useQuery } from '../http/query';

export interface ProofDialogProps {
  /** Tries a proof; returns the failure when another proof may be tried, undefined otherwise. */
  onProof: (proof: Proof) => Promise<ApiError | undefined>;
  onCancel: () => void;
}

type Kind = 'password' | 'code';

const fieldOf = { password: 'currentPassword', code: 'code' } as const satisfies Record<Kind, keyof Proof>;

/** Asks for the password, or for a code where the person has a second factor, until one is accepted. */
export function ProofDialog({ onProof, onCancel }: ProofDialogProps) {
  const { t } = useProofTexts();
  const [kind, setKind] = useState<Kind>('password');
  const input = useRef<HTMLInputElement>(null);
  const { isSending, error, setError, submit } = useAttempts(kind, onProof);
  const hasSecondFactor = useSecondFactor();
  const cancel = () => {
    if (!isSending) onCancel();
  };
  const choose = (chosen: Kind) => {
    setError(undefined);
    setKind(chosen);
  };
  useEffect(() => {
    if (error && !isSending) input.current?.focus();
  }, [error, isSending]);
  const field = { ref: input, name: fieldOf[kind], label: t(kind), error, 'aria-required': true };
  return (
    <Dialog
      open
      size="small"
      title={t('title')}
      description={t('lead')}
      initialFocus={input}
      onClose={cancel}
    >
      <Stack as="form" noValidate onSubmit={(event) => void submit(event)}>
        {hasSecondFactor && (
          <Segmented
            label={t('kind')}
            value={kind}
            onChange={choose}
            options={[
              { value: 'password', label: t('password') },
              { value: 'code', label: t('code') },
            ]}
          />
        )}
        {kind === 'password' ? (
          <PasswordField key="password" {...field} />
        ) : (
          // Not a field of six figures: a recovery code is longer and has letters.
          <TextField
            key="code"
            {...field}
            hint={t('code_hint')}
            autoComplete="one-time-code"
            autoCapitalize="characters"
            spellCheck={false}
          />
        )}
        <FormActions submit={t('submit')} isSending={isSending} onCancel={cancel} />
      </Stack>
    </Dialog>
  );
}

function useAttempts(kind: Kind, onProof: ProofDialogProps['onProof']) {
  const { t } = useProofTexts();
  const [isSending, setIsSending] = useState(false);
  const [error, setError] = useState<string>();
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = fieldOf[kind];
    const given = String(new FormData(event.currentTarget).get(name));
    if (!given) return setError(t(`required_${kind}`));
    setIsSending(true);
    setError(undefined);
    const refusal = await onProof({ [name]: given });
    if (!refusal) return;
    setError(refusal.fields[name] ?? refusal.message);
    setIsSending(false);
  };
  return { isSending, error, setError, submit };
}

/** When this cannot be found out, the password remains. */
function useSecondFactor(): boolean {
  const { data } = useQuery({
    queryKey: ['proof', 'two-factor'],
    queryFn: ({ signal }) => api.get<TwoFactorState>('/settings/2fa', { signal, passive: true }),
    gcTime: 0,
  });
  return data?.enabled ?? false;
}
