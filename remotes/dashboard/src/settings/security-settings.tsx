import { useSession } from '@bank/client/session';
import { BrowsersCard } from '../browsers/browsers-card';
import { OfflineCard } from './offline-card';
import { OpenSessionsCard } from './open-sessions';
import { PasskeysCard } from '../passkeys/passkeys-card';
import { SecondFactorNeeded } from '../passkeys/second-factor-needed';
import { PasswordSettings } from './password-form';
import { TwoFactorCard } from './two-factor-card';

/** An administrator who has yet to use a second factor finds here only what adds or uses one. */
export function SecuritySettings() {
  const isWeak = useSession().user?.second_factor_required;
  return (
    <>
      {isWeak ? <SecondFactorNeeded /> : <PasswordSettings />}
      <PasskeysCard />
      <TwoFactorCard />
      {!isWeak && (
        <>
          <OpenSessionsCard />
          <BrowsersCard />
          <OfflineCard />
        </>
      )}
    </>
  );
}
