import { useEffect, useRef } from 'react';
import { ApiError, newIdempotencyKey } from '../http/api';
import { withUserMessage } from '../http/call-failure';
import { removeDraft, writeDraft, readDraft } from '../session/draft';
import { useSession } from '../session/session';

interface Intent {
  request: string;
  key: string;
}

/**
 * One idempotency key for one intent: every try of the same request carries it, also after its dialog was closed and
 * opened again and, where the form's draft is named, after a reload. Another request is another intent, and so is the
 * next one after a success. A form that was opened before a late success may show the same request again, and keeps the
 * key that it began with: a form that moves money calls this hook itself, so that each opening has its own.
 */
export function useIdempotencyKey(draft?: string) {
  const { user } = useSession();
  const intent = useRef<Partial<Intent>>(undefined);
  const kept = user && draft ? { userId: user.id, name: `${draft}:key` } : undefined;
  const stored = () => kept && readDraft<Intent>(kept.userId, kept.name);
  const known = () => (intent.current ??= stored());
  useEffect(() => void known());
  const keyFor = (request: unknown): string => {
    const wanted = JSON.stringify(request);
    const last = known();
    const key = (last?.request === wanted && last.key) || newIdempotencyKey();
    intent.current = { request: wanted, key };
    if (kept) writeDraft(kept.userId, kept.name, intent.current);
    return key;
  };
  const done = (key?: string, isShown = true) => {
    const isSpent = (held: Partial<Intent> | undefined) => key === undefined || held?.key === key;
    if (isShown && isSpent(intent.current)) intent.current = undefined;
    // Another instance of the form may have sent another request since.
    if (kept && isSpent(stored())) removeDraft(kept.userId, kept.name);
  };
  return {
    keyFor,
    /** Spends a key after its success, and none that another request got meanwhile. Without one: the latest. */
    done: (key?: string) => done(key),
    /**
     * Calls under the key of the request; a failure gets the words of `withUserMessage`, if there are any. A success spends the
     * key; where what was sent is no longer shown, only for the next opening of the form: this one may show the same request
     * again, which would then count twice.
     * It is also spent when an earlier try succeeded and its secret was lost: the next one makes another secret.
     */
    send: async <Answer>(
      request: unknown,
      words: Parameters<typeof withUserMessage>[1] | undefined,
      call: (key: string) => Promise<Answer>,
      isShown = () => true,
    ): Promise<Answer> => {
      const key = keyFor(request);
      const answer = await call(key).catch((error: unknown) => {
        if (error instanceof ApiError && error.code === 'SECRET_SHOWN_ONCE') done(key);
        throw words ? withUserMessage(error, words) : error;
      });
      done(key, isShown());
      return answer;
    },
  };
}
