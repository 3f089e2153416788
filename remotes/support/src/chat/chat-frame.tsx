import { useLayoutEffect, useRef } from 'react';
import type { Frame } from '@bank/frame/frame';
import styles from './chat-frame.module.css';
import { ChatPanel } from './chat-panel';
import { BankOrigin } from './plain-link';

/** The assistant in a frame on a partner's page; its links open the bank in a new tab. */
export function ChatFrame({ frame: { data, send, onShown } }: { frame: Frame }) {
  const input = useRef<HTMLTextAreaElement>(null);
  // Before the paint: the element shows the frame one paint earlier.
  useLayoutEffect(() => {
    onShown(() => input.current?.focus());
    send({ type: 'ready' });
  }, [onShown, send]);
  return (
    <BankOrigin value={data.bank}>
      <main className={styles.frame}>
        <ChatPanel
          inputRef={input}
          onClose={() => send({ type: 'close' })}
          onFirstQuestion={() => send({ type: 'step', step: 'conversation' })}
        />
      </main>
    </BankOrigin>
  );
}
