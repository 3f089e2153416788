import { OfflineCard } from './offline-card';
import { OpenSessionsCard } from './open-sessions';
import { PasskeysCard } from './passkeys/passkeys-card';
import { PasswordSettings } from './password-form';
import { TwoFactorCard } from './two-factor-card';

export function SecuritySettings() {
  return (
    <>
      <PasswordSettings />
      <PasskeysCard />
      <TwoFactorCard />
      <OpenSessionsCard />
      <OfflineCard />
    </>
  );
}
