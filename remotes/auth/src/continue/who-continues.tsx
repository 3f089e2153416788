import type { PendingSignup } from '@bank/contracts/partners';
import type { User } from '@bank/contracts/users';
import { Button } from '@bank/ui/button';
import { AuthFrame } from '../auth-frame';
import { useTexts } from '../texts';
import { fullName } from './full-name';

interface WhoContinuesProps {
  application: PendingSignup;
  /** Whose session is open in this browser. */
  current: User;
  onStay: () => void;
  onContinue: () => void;
}

/** Two people in one browser: the one who is signed in, and the one whose account would be opened. */
export function WhoContinues({ application, current, onStay, onContinue }: WhoContinuesProps) {
  const { t } = useTexts();
  const [name, currentName] = [fullName(application), fullName(current)];
  const { email, partner } = application;
  const lead = t('continue.who_lead', {
    ...{ name, email, partner },
    ...{ current: currentName, currentEmail: current.email },
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
