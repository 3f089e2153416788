import { createContext, type MouseEvent, type ReactNode, useContext } from 'react';
import { Icon } from '@bank/ui/icon';
import styles from './chat-panel.module.css';

/** The bank's origin, set for a panel on a partner's page: links then open a new tab. */
export const BankOrigin = createContext<string | undefined>(undefined);

interface PlainLinkProps {
  to: string;
  onNavigate?: (path: string) => void;
  children: ReactNode;
}

/** A link without a router: a plain click calls `onNavigate` if given. */
export function PlainLink({ to, onNavigate, children }: PlainLinkProps) {
  const bank = useContext(BankOrigin);
  const follow = (event: MouseEvent) => {
    const opensElsewhere =
      event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (!onNavigate || opensElsewhere) return;
    event.preventDefault();
    onNavigate(to);
  };
  return (
    <a
      href={(bank ?? '') + to}
      target={bank && '_blank'}
      rel={bank && 'noopener'}
      className={styles.link}
      onClick={follow}
    >
      {children}
      <Icon name="chevron-right" size={16} />
    </a>
  );
}
