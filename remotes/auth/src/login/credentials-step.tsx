import { useEffect, useRef } from 'react';
import type { Session } from '@bank/contracts/auth';
import { Link } from '@bank/client/router';
import { PasswordField } from '@bank/ui/password-field';
import { TextField } from '@bank/ui/text-field';
import { AuthForm } from '../auth-form';
import { useTexts } from '../texts';
import styles from './credentials-step.module.css';
import { DemoAccounts, type DemoAccount } from './demo-accounts';
import { loadRules } from './load-rules';
import { login } from './login.api';
import { PasskeyButton } from './passkey-button';
import { useCredentials } from './use-credentials';

/** A correct password that needs a second factor; `isMailed` where its code was mailed. */
export interface Challenge {
  token: string;
  isMailed: boolean;
  username: string;
}

interface CredentialsStepProps {
  /** Set when the second step was left. */
  restart: { username: string; reason?: string } | undefined;
  signup: boolean;
  onSession: (session: Session) => void;
  onChallenge: (challenge: Challenge) => void;
}

export function CredentialsStep({ restart, signup, onSession, onChallenge }: CredentialsStepProps) {
  const { t } = useTexts();
  const button = useRef<HTMLButtonElement>(null);
  const form = useCredentials(restart?.username ?? '', async ({ username = '', password }) => {
    const result = await login(username, password);
    if ('mfa_required' in result) {
      onChallenge({ token: result.mfa_token, username, isMailed: result.mailed ?? false });
    } else onSession(result);
  });
  const { usernameRef, passwordRef, errors, state, judgeAgain } = form;

  const fill = ({ username, password }: DemoAccount) => {
    form.fill({ username, password });
    button.current?.focus();
  };

  useEffect(() => {
    // Sending the form tries again.
    loadRules().catch(() => undefined);
  }, []);

  useEffect(() => {
    // With a reason, the error takes the focus instead.
    if (restart && !restart.reason) passwordRef.current?.focus();
  }, [restart, passwordRef]);

  const fieldOf = (name: 'username' | 'password') => ({
    name,
    label: t(`login.${name}`),
    error: errors[name],
  });
  const username = fieldOf('username');
  const password = fieldOf('password');
  return (
    <>
      <AuthForm
        fields={[username, password]}
        failure={state.submitCount === 0 ? restart?.reason : form.failure}
        state={state}
        action={t('login.submit')}
        actionRef={button}
        onSubmit={(event) => void form.submit(event)}
      >
        <TextField
          {...username}
          ref={usernameRef}
          onChange={() => void judgeAgain('username')}
          defaultValue={restart?.username}
          id="username"
          autoComplete="username webauthn"
          autoCapitalize="none"
          spellCheck={false}
          aria-required
        />
        <PasswordField
          {...password}
          ref={passwordRef}
          onChange={() => void judgeAgain('password')}
          id="password"
          aria-required
        />
      </AuthForm>
      <PasskeyButton onSession={onSession} />
      <OtherWays signup={signup} />
      <DemoAccounts onChoose={fill} />
    </>
  );
}

function OtherWays({ signup }: { signup: boolean }) {
  const { t } = useTexts();
  return (
    <div className={styles.ways}>
      <p>
        <Link to="/forgot-password">{t('login.forgot')}</Link>
      </p>
      {signup && (
        <p>
          {t('login.no_account')} <Link to="/signup">{t('login.signup')}</Link>
        </p>
      )}
    </div>
  );
}
