import type { User } from '@bank/contracts/users';
import { useSession } from '@bank/client/session';
import { verificationIcons, verificationOf, verificationTones } from '@bank/client/verification';
import { Badge } from '@bank/ui/badge';
import { Stack } from '@bank/ui/layout';
import { Skeleton } from '@bank/ui/skeleton';
import styles from './customer-identity.module.css';
import { useShellTexts } from './texts';

/** The signed-in person, and the state of their identity verification. */
export function CustomerIdentity() {
  const { t } = useShellTexts();
  const { user } = useSession();
  if (!user) {
    return (
      <div className={styles.who}>
        <Skeleton lines={2} />
      </div>
    );
  }
  const state = sidebarState(user);
  return (
    <Stack gap={4} align="start" className={styles.who}>
      <strong className={styles.name}>
        {user.first_name} {user.last_name}
      </strong>
      <span className={styles.username}>@{user.username}</span>
      <Badge tone={verificationTones[state]} icon={verificationIcons[state]}>
        {t(`kyc.${state}`)}
      </Badge>
    </Stack>
  );
}

/** Without verification or pending check the sidebar shows "not verified" (specification 2, section 2). */
function sidebarState({ kyc_status: status, kyc_submitted_at: submitted_at }: User) {
  const verification = verificationOf({ status, submitted_at });
  return verification === 'rejected' ? 'unverified' : verification;
}
