import { useEffect, useRef } from 'react';
import { loginRequest, type Session } from '@bank/contracts/auth';
import { useBankForm } from '@bank/client/form';
import { Link } from '@bank/client/router';
import { Button } from '@bank/ui/button';
import { ErrorSummary } from '@bank/ui/error-summary';
import { PasswordField } from '@bank/ui/password-field';
import { TextField } from '@bank/ui/text-field';
import formStyles from '../form.module.css';
import { refusedFields } from '../form-errors';
import { useTexts } from '../texts';
import { DemoAccounts, type DemoAccount } from './demo-accounts';
import { login } from './login.api';

interface CredentialsStepProps {
  /** What was typed before the second step was left, and why it was. */
  restart: { username: string; reason?: string } | undefined;
  /** Whether a visitor may open an account here. */
  signup: boolean;
  onSession: (session: Session) => void;
  onChallenge: (token: string, username: string) => void;
}

/** The first step: who one is, and the password. */
export function CredentialsStep({ restart, signup, onSession, onChallenge }: CredentialsStepProps) {
  const { t } = useTexts();
  const { register, submit, failure, errorOf, formState, setFocus, setValue, clearErrors } = useBankForm({
    schema: loginRequest,
    defaultValues: { username: restart?.username ?? '', password: '' },
  });
  const button = useRef<HTMLButtonElement>(null);
  const { isSubmitting, submitCount } = formState;
  const errors = refusedFields(['username', 'password'] as const, errorOf);
  const said = submitCount === 0 ? restart?.reason : failure;

  const onSubmit = submit(async ({ username = '', password }) => {
    const answer = await login(username, password);
    if ('mfa_required' in answer) onChallenge(answer.mfa_token, username);
    else onSession(answer);
  });

  const fill = (account: DemoAccount) => {
    setValue('username', account.username);
    setValue('password', account.password);
    clearErrors();
    button.current?.focus();
  };

  useEffect(() => {
    // Whoever came back by choice goes on at the password; a reason takes the focus by itself.
    if (restart && !restart.reason) setFocus('password');
  }, [restart, setFocus]);

  return (
    <div className={formStyles.form}>
      <form className={formStyles.form} noValidate onSubmit={onSubmit}>
        <ErrorSummary errors={errors} message={errors.length > 0 ? undefined : said} attempt={submitCount} />
        <TextField
          {...register('username')}
          id="username"
          label={t('login.identifier')}
          error={errorOf('username')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          aria-required
        />
        <PasswordField
          {...register('password')}
          id="password"
          label={t('login.password')}
          error={errorOf('password')}
          autoComplete="current-password"
          aria-required
        />
        <Button ref={button} type="submit" wide loading={isSubmitting} disabled={isSubmitting}>
          {t('login.submit')}
        </Button>
      </form>
      <div className={formStyles.links}>
        <p>
          <Link to="/forgot-password">{t('login.forgot')}</Link>
        </p>
        {signup && (
          <p>
            {t('login.no_account')} <Link to="/signup">{t('login.signup')}</Link>
          </p>
        )}
      </div>
      <DemoAccounts onChoose={fill} />
    </div>
  );
}
