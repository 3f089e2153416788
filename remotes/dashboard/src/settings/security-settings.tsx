import { OpenSessionsCard } from './open-sessions';
import { PasswordSettings } from './password-form';
import { TwoFactorCard } from './two-factor-card';

/** How the customer signs in, and where they are signed in. */
export function SecuritySettings() {
  return (
    <>
      <PasswordSettings />
      <TwoFactorCard />
      <OpenSessionsCard />
    </>
  );
}
