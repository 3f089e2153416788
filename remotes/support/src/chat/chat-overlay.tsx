import { type KeyboardEvent, type RefObject, useEffect, useRef, useSyncExternalStore } from 'react';
import { LazyPart } from '@bank/client/lazy-part';
import type { PersonPanelProps } from '../person/person-panel';
import { useHandOver } from '../person/use-hand-over';
import { useTexts } from '../texts';
import { AskForPerson } from '../offer/ask-for-person';
import styles from './chat-overlay.module.css';
import { ChatPanel } from './chat-panel';
import { setQuestionsLoader } from './questions-part';
import { saveTranscript } from './transcript';

// Not in a partner's frame, which loads nothing after its first scripts.
setQuestionsLoader(() => import('./question-reply'));

const loadPerson = async () => (await import('../person/person-panel')).PersonPanel;

/** On these screens the assistant is full-screen, as in the style sheet. */
const smallScreen = '(width < 40rem) or (height < 35rem)';

export interface ChatOverlayProps {
  open: boolean;
  onClose: () => void;
  onNavigate: (path: string) => void;
}

/** The assistant over the page. Stays mounted while closed, to keep the conversation. */
export function ChatOverlay({ open, onClose, onNavigate }: ChatOverlayProps) {
  const { t } = useTexts();
  const input = useRef<HTMLTextAreaElement>(null);
  const isFullScreen = useMediaQuery(smallScreen);
  const handOver = useHandOver();
  const dialog = useDialog(open, isFullScreen, input);

  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    onClose();
  };
  const navigate = (path: string) => {
    if (isFullScreen) onClose();
    onNavigate(path);
  };
  return (
    <dialog
      ref={dialog}
      className={styles.overlay}
      aria-label={t('chat.title')}
      tabIndex={-1}
      onKeyDown={closeOnEscape}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClose={({ currentTarget }) => {
        // By the browser, which need not ask; not the event of an earlier opening.
        if (open && !currentTarget.open) onClose();
      }}
    >
      <ChatPanel
        onClose={onClose}
        onNavigate={navigate}
        onTranscript={saveTranscript}
        inputRef={input}
        offer={(last) => <AskForPerson last={last} onAsk={handOver.ask} />}
        instead={
          handOver.isShown && (
            <LazyPart<PersonPanelProps>
              name="person"
              load={loadPerson}
              rows={4}
              props={{ handOver, onNavigate: navigate }}
            />
          )
        }
      />
    </dialog>
  );
}

/** Opens the dialog with the focus on `first`; returns the focus on closing unless it has moved. */
function useDialog(open: boolean, modal: boolean, first: RefObject<HTMLElement | null>) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    if (!open || !element) return;
    const opener = document.activeElement;
    if (modal) element.showModal();
    else element.show();
    first.current?.focus();
    return () => {
      const hadFocus = element.contains(document.activeElement);
      element.close();
      if (hadFocus && opener instanceof HTMLElement) opener.focus();
    };
  }, [open, modal, first]);
  return dialog;
}

function useMediaQuery(query: string): boolean {
  const media = () => window.matchMedia(query);
  return useSyncExternalStore(
    (onChange) => {
      const list = media();
      list.addEventListener('change', onChange);
      return () => list.removeEventListener('change', onChange);
    },
    () => media().matches,
  );
}
