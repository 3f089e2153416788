import { type ComponentType, useEffect, useState } from 'react';
import { useShownRemote } from '@bank/client/remote-context';
import { useNavigate } from '@bank/client/router';
import { useSession } from '@bank/client/session';
import { Icon } from '@bank/ui/icon';
import { Spinner } from '@bank/ui/spinner';
import { useToast } from '@bank/ui/toast';
import { useTexts } from '../texts';
import styles from './chat-button.module.css';
import type { ChatOverlayProps } from './chat-overlay';
import { closeChat, openChat, useChatOpen } from './chat-store';

const loadOverlay = async () => (await import('./chat-overlay')).ChatOverlay;

/** The floating button of every page. The assistant is loaded on hover or focus. */
export function ChatButton() {
  const { t } = useTexts();
  const { user } = useSession();
  const navigate = useNavigate();
  const open = useChatOpen();
  const loaded = useOverlay(open);
  return (
    <aside className={styles.corner} aria-label={t('chat.region')}>
      {loaded && (
        // A new conversation for each person.
        <loaded.Overlay
          key={user?.id}
          open={open}
          onClose={closeChat}
          onNavigate={(path) => void navigate(path)}
        />
      )}
      <button
        type="button"
        className={styles.button}
        aria-label={open ? t('chat.close') : t('chat.open')}
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={open ? closeChat : openChat}
      >
        {open && !loaded ? <Spinner /> : <Icon name={open ? 'x' : 'message-circle'} size={24} />}
        <span className={styles.word}>{t('chat.word')}</span>
      </button>
    </aside>
  );
}

// A failed load is reported when the button is pressed.
const preload = () => void loadOverlay().catch(() => undefined);

/** Loads the overlay when it is wanted; a failed load is reported and can be retried. */
function useOverlay(wanted: boolean) {
  const { t } = useTexts();
  const { show } = useToast();
  const partFailed = useShownRemote()?.partFailed;
  const [loaded, setLoaded] = useState<{ Overlay: ComponentType<ChatOverlayProps> }>();
  useEffect(() => {
    if (!wanted || loaded) return;
    loadOverlay().then(
      (Overlay) => setLoaded({ Overlay }),
      (error) => {
        closeChat();
        show({ type: 'error', message: t('chat.unavailable') });
        partFailed?.(error);
      },
    );
  }, [wanted, loaded, show, t, partFailed]);
  return loaded;
}
