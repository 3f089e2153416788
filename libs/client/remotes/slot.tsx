import { Button } from '@bank/ui/button';
import { Skeleton, type SkeletonProps } from '@bank/ui/skeleton';
import { useHydrated } from '@bank/ui/use-hydrated';
import { useContributions } from './published';
import { RemoteView } from './remote-view';
import { belongsTo, useSession } from '../session/session';
import styles from './slot.module.css';
import { useClientTexts } from '../locales/texts';

interface SlotProps {
  name: string;
  /** Renders nothing while an optional contribution loads or when it fails. */
  quiet?: boolean;
  /** The height of what a contribution renders, which its placeholder has. */
  height?: SkeletonProps['height'];
}

/** The place of remotes' contributions, in the order of their `remote.json`. */
export function Slot({ name, quiet = false, height = 'row' }: SlotProps) {
  const { user } = useSession();
  const contributions = useContributions(name);
  // A prerendered frame has none: they come from other remotes.
  if (!useHydrated()) return [];
  return contributions
    .filter(({ contribution }) => belongsTo(contribution.audience, user?.role))
    .map(({ remote, contribution }) => (
      <RemoteView
        key={`${remote.name}.${contribution.component}`}
        remote={remote}
        kind="slots"
        name={contribution.component}
        loading={quiet ? null : <Skeleton height={height} />}
        stub={(retry) => (quiet ? null : <SlotStub onRetry={retry} />)}
      />
    ));
}

function SlotStub({ onRetry }: { onRetry: () => void }) {
  const { t } = useClientTexts();
  return (
    <div className={styles.stub} role="alert">
      <p>{t('remote.failed_slot')}</p>
      <Button variant="secondary" size="small" onClick={onRetry}>
        {t('remote.retry')}
      </Button>
    </div>
  );
}
