import { OpenSessionsCard } from './open-sessions';
import { PasswordSettings } from './password-form';
import { TwoFactorCard } from './two-factor-card';

/** Password, second factor and open sessions. */
export function SecuritySettings() {
  return (
    <>
      <PasswordSettings />
      <TwoFactorCard />
      <OpenSessionsCard />
    </>
  );
}
