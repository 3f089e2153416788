import { useEffect, useState } from 'react';
import { mfaRequest, type Session } from '@bank/contracts/auth';
import { ApiError } from '@bank/client/api';
import { useBankForm } from '@bank/client/form';
import { Button } from '@bank/ui/button';
import { CodeField } from '@bank/ui/code-field';
import { ErrorSummary } from '@bank/ui/error-summary';
import { TextField } from '@bank/ui/text-field';
import formStyles from '../form.module.css';
import { refusedFields } from '../form-errors';
import { useTexts } from '../texts';
import { verifyCode } from './login.api';

interface CodeStepProps {
  /** Names the sign-in that waits, for five minutes and five tries. */
  token: string;
  onSession: (session: Session) => void;
  onExpired: (reason: string) => void;
  onBack: () => void;
}

const codeForm = mfaRequest.pick({ code: true });

/** The second step: a code of the person's device, or one of their recovery codes. */
export function CodeStep({ token, onSession, onExpired, onBack }: CodeStepProps) {
  const { t } = useTexts();
  const [recovery, setRecovery] = useState(false);
  const { register, submit, failure, errorOf, formState, setFocus, reset } = useBankForm({
    schema: codeForm,
    defaultValues: { code: '' },
  });
  const { isSubmitting, submitCount } = formState;
  const errors = refusedFields(['code'] as const, errorOf);

  useEffect(() => setFocus('code'), [setFocus, recovery]);

  const onSubmit = submit(async ({ code }) => {
    try {
      onSession(await verifyCode({ mfa_token: token, code }));
    } catch (error) {
      if (error instanceof ApiError && error.code === 'MFA_EXPIRED') onExpired(error.message);
      else throw besideField(error);
    }
  });

  const switchKind = () => {
    reset();
    setRecovery(!recovery);
  };

  const field = { ...register('code'), id: 'code', error: errorOf('code'), 'aria-required': true };
  return (
    <form className={formStyles.form} noValidate onSubmit={onSubmit}>
      <ErrorSummary errors={errors} message={errors.length > 0 ? undefined : failure} attempt={submitCount} />
      {recovery ? (
        <TextField
          key="recovery"
          {...field}
          label={t('code.recovery_label')}
          hint={t('code.recovery_hint')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
      ) : (
        <CodeField key="application" {...field} label={t('code.label')} hint={t('code.hint')} />
      )}
      <Button type="submit" wide loading={isSubmitting} disabled={isSubmitting}>
        {t('code.submit')}
      </Button>
      <Button variant="secondary" wide onClick={switchKind}>
        {t(recovery ? 'code.use_application' : 'code.use_recovery')}
      </Button>
      <Button variant="quiet" wide onClick={onBack}>
        {t('code.back')}
      </Button>
    </form>
  );
}

/** A wrong code is about the one field there is. */
function besideField(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.code !== 'INVALID_CODE') return error;
  return new ApiError(error.message, error.code, error.status, { code: error.message });
}
