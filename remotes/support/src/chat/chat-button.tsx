import { type ComponentType, useEffect, useState } from 'react';
import { useShownRemote } from '@bank/client/remote-context';
import { useNavigate } from '@bank/client/router';
import { useSession } from '@bank/client/session';
import { useToast } from '@bank/ui/toast';
import { useTexts } from '../texts';
import styles from './chat-button.module.css';
import type { ChatOverlayProps } from './chat-overlay';
import { closeChat, useChatOpen, useHasEntry } from './chat-store';
import { ChatToggle, loadOverlay } from './chat-toggle';

/** The assistant of every page, and its floating button where the page's frame has no entry for it. */
export function ChatButton() {
  const { t } = useTexts();
  const { user } = useSession();
  const navigate = useNavigate();
  const open = useChatOpen();
  const hasEntry = useHasEntry();
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
      {!hasEntry && (
        <ChatToggle className={styles.button} loading={open && !loaded} size={24}>
          <span className={styles.word}>{t('chat.word')}</span>
        </ChatToggle>
      )}
    </aside>
  );
}

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
