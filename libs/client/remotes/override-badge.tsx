import { type ReactNode, useState } from 'react';
import { Button } from '@bank/ui/button';
import { useToast } from '@bank/ui/toast';
import { api } from '../http/api';
import { failureText } from '../http/call-failure';
import styles from './override-badge.module.css';

interface OwnBadgeProps {
  label: string;
  /** The call that ends it, after which the page reloads. */
  end: { label: string; address: string; failed: string };
  children: ReactNode;
}

/** A badge over every page while this browser shows other code than others, with a button to end that. */
export function OverrideBadge({ label, end, children }: OwnBadgeProps) {
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
