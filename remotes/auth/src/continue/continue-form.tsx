import { useState } from 'react';
import type { Session } from '@bank/contracts/auth';
import type { ContinueRequest, PendingSignup } from '@bank/contracts/partners';
import { ApiError } from '@bank/client/api';
import { Link } from '@bank/client/router';
import { Alert } from '@bank/ui/alert';
import { PasswordField } from '@bank/ui/password-field';
import { AuthFrame } from '../auth-frame';
import { SignupForm } from '../signup/signup-form';
import { useSignupTexts } from '../signup/texts';
import { useTexts } from '../texts';
import { endSession, openAccount } from './continue.api';
import { fullName } from './full-name';
import { useContinueTexts } from './texts';

const fieldNames = ['username', 'password', 'confirmPassword'] as const;

const loadRules = async () => (await import('../signup/signup-rules')).continueRules;

interface ContinueFormProps {
  application: PendingSignup;
  /** Whether a session in this browser ends. */
  replacesSession: boolean;
  onOpened: (session: Session) => void;
}

export function ContinueForm({ application, replacesSession, onOpened }: ContinueFormProps) {
  const { t } = useContinueTexts();
  const { t: auth } = useTexts();
  const { t: signup } = useSignupTexts();
  const [isTaken, setTaken] = useState(false);
  const send = async (chosen: ContinueRequest) => {
    setTaken(false);
    try {
      const session = await openAccount(chosen);
      if (replacesSession) await endSession();
      onOpened(session);
    } catch (error) {
      setTaken(error instanceof ApiError && error.code === 'EMAIL_TAKEN');
      throw error;
    }
  };
  const { email, partner } = application;
  return (
    <AuthFrame
      key="form"
      title={t('continue.title')}
      lead={t('continue.lead', { name: fullName(application), email, partner })}
      after={<p>{t('continue.not_you')}</p>}
    >
      <SignupForm
        secretControl={PasswordField}
        fields={fieldNames}
        loadRules={loadRules}
        action={signup('submit')}
        onSubmit={({ confirmPassword: _, ...chosen }) => send({ ...chosen, email })}
      />
      {isTaken && (
        <Alert title={signup('taken')}>
          <Link to="/login">{auth('login.submit')}</Link>
        </Alert>
      )}
    </AuthFrame>
  );
}
