import { createContext, type MouseEvent, type ReactNode, useContext } from 'react';
import { Icon } from '@bank/ui/icon';
import styles from './chat-panel.module.css';

/** Where the bank's pages are, for a panel that stands on another house's page: links then open a tab of their own. */
export const BankAddress = createContext<string | undefined>(undefined);

interface PlainLinkProps {
  to: string;
  onNavigate?: (path: string) => void;
  children: ReactNode;
}

/** A link without a router: a click goes through `onNavigate` where there is one, a new tab stays a new tab. */
export function PlainLink({ to, onNavigate, children }: PlainLinkProps) {
  const bank = useContext(BankAddress);
  const follow = (event: MouseEvent) => {
    const elsewhere = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (!onNavigate || elsewhere) return;
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
