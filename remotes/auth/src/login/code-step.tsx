import { useEffect, useState } from 'react';
import type { Session } from '@bank/contracts/auth';
import { ApiError } from '@bank/client/api';
import { config } from '@bank/client/config';
import { useBankForm } from '@bank/client/form';
import { Button } from '@bank/ui/button';
import { CheckboxField } from '@bank/ui/checkbox-field';
import { CodeField } from '@bank/ui/code-field';
import { TextField } from '@bank/ui/text-field';
import { AuthForm } from '../auth-form';
import styles from './code-step.module.css';
import { codeForm } from './code-rules';
import { verifyCode } from './login.api';
import { useCodeTexts } from './texts';

interface CodeStepProps {
  /** Identifies the pending sign-in, valid for five minutes and five attempts. */
  token: string;
  /** The code was mailed: the person has no factor of their own. */
  isMailed: boolean;
  onSession: (session: Session) => void;
  onExpired: (reason: string) => void;
  onBack: () => void;
}

/** The second step: a code of the person's device, or a recovery code. */
export function CodeStep({ token, isMailed, onSession, onExpired, onBack }: CodeStepProps) {
  const { t } = useCodeTexts();
  const { form, onSubmit, recovery, switchKind } = useCodeForm({ token, onSession, onExpired });
  const hint = t(isMailed ? 'code.hint_mailed' : recovery ? 'code.hint_recovery' : 'code.hint');
  const field = {
    ...form.register('code'),
    id: 'code',
    label: t(recovery ? 'code.label_recovery' : 'code.label'),
    hint,
    error: form.errorOf('code'),
    'aria-required': true,
  };
  return (
    <>
      <AuthForm
        fields={[field]}
        failure={form.failure}
        state={form.formState}
        action={t('code.submit')}
        onSubmit={onSubmit}
      >
        {recovery ? (
          <TextField
            key="recovery"
            {...field}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
          />
        ) : (
          <CodeField key="application" {...field} />
        )}
        {config.site === 'shell' && !isMailed && (
          <CheckboxField
            {...form.register('remember')}
            label={t('code.remember')}
            hint={t('code.remember_hint')}
          />
        )}
      </AuthForm>
      <div className={styles.ways}>
        {!isMailed && (
          <Button variant="secondary" wide onClick={switchKind}>
            {t(recovery ? 'code.use_application' : 'code.use_recovery')}
          </Button>
        )}
        <Button variant="quiet" wide onClick={onBack}>
          {t('code.back')}
        </Button>
      </div>
    </>
  );
}

/** The form of either kind of code, empty and with the focus in its field when the kind changes. */
function useCodeForm({
  token,
  onSession,
  onExpired,
}: Pick<CodeStepProps, 'token' | 'onSession' | 'onExpired'>) {
  const [recovery, setRecovery] = useState(false);
  const form = useBankForm({ schema: codeForm, defaultValues: { code: '', remember: false } });
  const { setFocus } = form;
  useEffect(() => setFocus('code'), [setFocus, recovery]);
  const onSubmit = form.submit(async ({ code, remember }) => {
    try {
      onSession(await verifyCode({ mfa_token: token, code, ...(remember && { remember }) }));
    } catch (error) {
      if (error instanceof ApiError && error.code === 'MFA_EXPIRED') onExpired(error.message);
      else throw withFieldError(error);
    }
  });
  const switchKind = () => {
    form.reset();
    form.setFailure(undefined);
    setRecovery(!recovery);
  };
  return { form, onSubmit, recovery, switchKind };
}

/** Attaches a wrong code to its field. */
function withFieldError(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.code !== 'INVALID_CODE') return error;
  return new ApiError(error.message, error.code, error.status, { fields: { code: error.message } });
}
