import type { User } from '@bank/contracts/users';
import { useSession } from '@bank/client/session';
import { Badge } from '@bank/ui/badge';
import { Skeleton } from '@bank/ui/skeleton';
import type { Tone } from '@bank/ui/tone';
import styles from './customer-identity.module.css';
import { useShellTexts } from './texts';

/** Who is signed in, and how far the verification of their identity is. */
export function CustomerIdentity() {
  const { t } = useShellTexts();
  const { user } = useSession();
  if (!user) return <Skeleton lines={2} />;
  const { label, tone } = verification(user);
  return (
    <div className={styles.identity}>
      <strong className={styles.name}>
        {user.first_name} {user.last_name}
      </strong>
      <span className={styles.username}>@{user.username}</span>
      <Badge tone={tone}>{t(label)}</Badge>
    </div>
  );
}

/** Stored words to what a customer reads (decisions, section 1): pending without a submission is not verified. */
function verification({ kyc_status, kyc_submitted_at }: User) {
  if (kyc_status === 'approved')
    return { label: 'kyc.verified', tone: 'success' } as const satisfies Verification;
  if (kyc_status === 'pending' && kyc_submitted_at)
    return { label: 'kyc.pending', tone: 'warning' } as const satisfies Verification;
  return { label: 'kyc.unverified', tone: 'neutral' } as const satisfies Verification;
}

interface Verification {
  label: string;
  tone: Tone;
}
