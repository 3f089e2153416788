import { type ReactNode, useState } from 'react';
import { Button } from '@bank/ui/button';
import { useToast } from '@bank/ui/toast';
import { api } from './api';
import { failureText } from './call-failure';
import styles from './own-badge.module.css';

interface OwnBadgeProps {
  label: string;
  /** How it ends: the call after which the page is loaded anew. */
  end: { label: string; address: string; failed: string };
  children: ReactNode;
}

/** Says over every page that this browser is shown what others are not, and ends it. */
export function OwnBadge({ label, end, children }: OwnBadgeProps) {
  const { show } = useToast();
  const [isSending, setIsSending] = useState(false);
  const reset = async () => {
    setIsSending(true);
    try {
      await api.post(end.address, {});
      location.reload();
    } catch (error) {
      show({ type: 'error', message: failureText(error, { failed: end.failed }) });
      setIsSending(false);
    }
  };
  return (
    <aside className={styles.badge} aria-label={label}>
      <div>{children}</div>
      <Button variant="secondary" size="small" loading={isSending} onClick={() => void reset()}>
        {end.label}
      </Button>
    </aside>
  );
}
