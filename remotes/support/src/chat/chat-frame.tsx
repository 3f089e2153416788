import { type ComponentType, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Frame } from '@bank/frame/frame';
import type { VisitorPartProps } from '../visitor/visitor-part';
import { readSecret } from '../visitor/secret';
import { AskForPerson } from '../offer/ask-for-person';
import styles from './chat-frame.module.css';
import { ChatPanel } from './chat-panel';
import { BankOrigin } from './plain-link';
import { saveTranscript } from './transcript';

/** The assistant in a frame on a partner's page; its links open the bank in a new tab. */
export function ChatFrame({ frame: { data, send, onShown } }: { frame: Frame }) {
  const input = useRef<HTMLTextAreaElement>(null);
  const person = usePerson(data.partner);
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
          onTranscript={saveTranscript}
          offer={(last) => <AskForPerson last={last} hasFailed={person.hasFailed} onAsk={person.show} />}
          instead={person.Part && <person.Part data={data} onHide={person.hide} />}
          onFirstQuestion={() => send({ type: 'step', step: 'conversation' })}
        />
      </main>
    </BankOrigin>
  );
}

/** The conversation with a person, loaded when it is asked for, or was before the frame was reloaded. */
function usePerson(partner: string) {
  const [Part, setPart] = useState<ComponentType<VisitorPartProps>>();
  const [hasFailed, setFailed] = useState(false);
  const show = useCallback(
    () =>
      void import('../visitor/visitor-part').then(
        (loaded) => setPart(() => loaded.VisitorPart),
        (error: unknown) => {
          setFailed(true);
          reportError(error);
        },
      ),
    [],
  );
  useEffect(() => {
    if (readSecret(partner) !== null) show();
  }, [partner, show]);
  return { Part, hasFailed, show, hide: () => setPart(undefined) };
}
