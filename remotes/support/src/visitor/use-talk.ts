import { useEffect, useReducer, useRef, useState } from 'react';
import type { OpenConversationRequest } from '@bank/contracts/conversations';
import {
  type OpenVisitorConversationRequest,
  type VisitorAddress,
  visitorAwaitSeconds,
  type VisitorConversation,
  visitorReadSeconds,
} from '@bank/contracts/visitor-conversations';
import { forgetSecret, keepSecret, readSecret } from './secret';
import type { VisitorCalls } from './visitor.api';

export interface Talk {
  /** Undefined until it is read, and before one is asked for. */
  conversation?: VisitorConversation | undefined;
  /** Nobody is available, and nothing was kept. */
  isNobody?: boolean;
  /** The conversation that the tab remembered is no longer open. */
  isGone?: boolean;
  /** The last reading failed. */
  isLost?: boolean;
}

/** After the end the server answers no lines: what was said stays on the page that showed it. */
const known = (before: Talk, next: VisitorConversation): Talk => ({
  conversation: next.state === 'ended' ? { ...next, lines: before.conversation?.lines ?? next.lines } : next,
});

type Step = { conversation: VisitorConversation | null; isAsked: boolean } | 'lost' | 'again';

function reduce(before: Talk, step: Step): Talk {
  if (step === 'again') return {};
  if (step === 'lost') return { ...before, isLost: true };
  if (step.conversation) return known(before, step.conversation);
  return step.isAsked ? { isNobody: true } : { isGone: true };
}

/** 32 random bytes in base64url. */
const newSecret = () =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace('=', '');

/** A visitor's conversation, read every few seconds while it is open, and each minute while an address may be left. What it is asked with is sent by the caller's form. */
export function useTalk(calls: VisitorCalls) {
  const [secret, setSecret] = useState(() => readSecret(calls.place));
  const [talk, dispatch] = useReducer(reduce, {});
  const asking = useRef<string>(undefined);
  useReading(calls, secret, talk.conversation, dispatch);

  const ask = async (
    lines: OpenConversationRequest['lines'],
    visitor: OpenVisitorConversationRequest['visitor'],
  ) => {
    // The same when a lost answer is asked for again: one conversation.
    const used = (asking.current ??= newSecret());
    const conversation = await calls.open({ secret: used, lines, visitor });
    if (conversation) {
      keepSecret(calls.place, used);
      setSecret(used);
      asking.current = undefined;
    }
    dispatch({ conversation, isAsked: true });
  };
  const then = async (step: (held: string) => Promise<VisitorConversation | null>) => {
    if (secret) dispatch({ conversation: await step(secret), isAsked: false });
  };
  return {
    talk,
    isKnown: secret !== null,
    ask,
    write: (text: string, key: string) => then((held) => calls.write(held, text, key)),
    leaveAddress: (address: VisitorAddress) => then((held) => calls.leaveAddress(held, address)),
    end: () => then((held) => calls.end(held)),
    /** Forgets the conversation, so that another can be asked for. */
    forget: () => {
      forgetSecret(calls.place);
      setSecret(null);
      dispatch('again');
    },
  };
}

function useReading(
  calls: VisitorCalls,
  secret: string | null,
  conversation: VisitorConversation | undefined,
  dispatch: (step: Step) => void,
) {
  const isOver = conversation?.state === 'ended';
  const awaitsAddress = conversation?.awaits_address ?? false;
  useEffect(() => {
    if (secret === null || (isOver && !awaitsAddress)) return;
    const seconds = isOver ? visitorAwaitSeconds : visitorReadSeconds;
    let isStopped = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = async () => {
      const step = await calls.read(secret).then(
        (found): Step => ({ conversation: found, isAsked: false }),
        (): Step => 'lost',
      );
      if (isStopped) return;
      dispatch(step);
      timer = setTimeout(() => void read(), seconds * 1_000);
    };
    void read();
    return () => {
      isStopped = true;
      clearTimeout(timer);
    };
  }, [calls, secret, isOver, awaitsAddress, dispatch]);
}
