import type { MouseEvent, ReactNode } from 'react';
import { Icon } from '@bank/ui/icon';
import styles from './chat-panel.module.css';

interface PlainLinkProps {
  to: string;
  onNavigate?: (path: string) => void;
  children: ReactNode;
}

/** A link without a router: a click goes through `onNavigate` where there is one, a new tab stays a new tab. */
export function PlainLink({ to, onNavigate, children }: PlainLinkProps) {
  const follow = (event: MouseEvent) => {
    const elsewhere = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (!onNavigate || elsewhere) return;
    event.preventDefault();
    onNavigate(to);
  };
  return (
    <a href={to} className={styles.link} onClick={follow}>
      {children}
      <Icon name="chevron-right" size={16} />
    </a>
  );
}
