import { OfflineCard } from './offline-card';
import { OpenSessionsCard } from './open-sessions';
import { PasswordSettings } from './password-form';
import { TwoFactorCard } from './two-factor-card';

export function SecuritySettings() {
  return (
    <>
      <PasswordSettings />
      <TwoFactorCard />
      <OpenSessionsCard />
      <OfflineCard />
    </>
  );
}
