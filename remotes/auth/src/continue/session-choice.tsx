import type { PendingSignup } from '@bank/contracts/partners';
import type { User } from '@bank/contracts/users';
import { Button } from '@bank/ui/button';
import { AuthFrame } from '../auth-frame';
import { fullName } from './full-name';
import { useContinueTexts } from './texts';

interface SessionChoiceProps {
  application: PendingSignup;
  /** The person who is signed in. */
  current: User;
  onStay: () => void;
  onContinue: () => void;
}

/** Asks whether to stay signed in or to continue with another person's application. */
export function SessionChoice({ application, current, onStay, onContinue }: SessionChoiceProps) {
  const { t } = useContinueTexts();
  const name = fullName(application);
  const currentName = fullName(current);
  const { email, partner } = application;
  const lead = t('continue.who_lead', {
    name,
    email,
    partner,
    current: currentName,
    currentEmail: current.email,
  });
  return (
    <AuthFrame key="who" title={t('continue.who_title', { name })} lead={lead}>
      <Button wide onClick={onStay}>
        {t('continue.stay', { name: currentName })}
      </Button>
      <Button variant="secondary" wide onClick={onContinue}>
        {t('continue.go', { name })}
      </Button>
    </AuthFrame>
  );
}
