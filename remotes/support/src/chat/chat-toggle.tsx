import type { ReactNode } from 'react';
import { Icon } from '@bank/ui/icon';
import { Spinner } from '@bank/ui/spinner';
import { useTexts } from '../texts';
import { closeChat, openChat, useChatOpen } from './chat-store';

export const loadOverlay = async () => (await import('./chat-overlay')).ChatOverlay;

// A failed load is reported when the button is pressed.
const preload = () => void loadOverlay().catch(() => undefined);

interface ChatToggleProps {
  className: string | undefined;
  loading?: boolean;
  size?: 20 | 24;
  children: ReactNode;
}

/** Opens and closes the assistant, which is loaded on hover or focus. */
export function ChatToggle({ className, loading = false, size = 20, children }: ChatToggleProps) {
  const { t } = useTexts();
  const open = useChatOpen();
  return (
    <button
      type="button"
      className={className}
      aria-label={open ? t('chat.close') : t('chat.open')}
      aria-haspopup="dialog"
      aria-expanded={open}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={open ? closeChat : openChat}
    >
      {loading ? <Spinner /> : <Icon name={open ? 'x' : 'message-circle'} size={size} />}
      {children}
    </button>
  );
}
