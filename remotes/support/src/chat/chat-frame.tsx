import { useEffect, useRef } from 'react';
import type { Frame } from '@bank/frame/frame';
import styles from './chat-frame.module.css';
import { ChatPanel } from './chat-panel';
import { BankAddress } from './plain-link';

/** The assistant in a frame on a partner's page: the same panel, whose links open the bank in a tab of its own. */
export function ChatFrame({ frame: { data, say, onShown } }: { frame: Frame }) {
  const input = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    onShown(() => input.current?.focus());
    say({ type: 'ready' });
  }, [onShown, say]);
  return (
    <BankAddress value={data.bank}>
      <main className={styles.frame}>
        <ChatPanel
          inputRef={input}
          onClose={() => say({ type: 'close' })}
          onFirstQuestion={() => say({ type: 'step', step: 'conversation' })}
        />
      </main>
    </BankAddress>
  );
}
