import { useEffect, useRef, useSyncExternalStore } from 'react';
import { ApiError, type CallOptions, newIdempotencyKey } from '@bank/client/api';
import { type CatalogueWords, hasNoAnswer, withUserMessage } from '@bank/client/call-failure';
import { onRestoredDrafts, readDraft, removeDraft, writeDraft } from '@bank/client/draft';
import { useSession } from '@bank/client/session';
import { useIsShown } from '@bank/client/use-is-shown';

/** A request that was sent and not answered, with its idempotency key and the time of its first try (ms since 1970). */
interface Intent {
  request: string;
  key: string;
  since: number;
  /** The person has found out what became of it: it keeps its key, and is named no more. */
  isChecked?: boolean;
  /** The payee's name, as far as the form knew it. */
  payee?: string | undefined;
}

/** What became of a request. */
interface Done<Answer> {
  answer: Answer;
  /** When an earlier try did what the person sends again after checking (ISO 8601): this one has moved nothing. */
  earlierAt: string | null;
}

interface Sending<Answer> {
  words: CatalogueWords;
  /** Makes the call with these options. */
  call: (options: CallOptions) => Promise<Answer>;
  /** Whether the form still shows the request; default: the form is there. */
  isShown?: () => boolean;
  payee?: string | undefined;
}

/** By then the movements show what became of a request; the same one is another intent. */
const keptForMs = 24 * 3_600_000;

const nameOf = (draft: string) => `${draft}:unanswered`;

function readIntents(userId: number | undefined, draft: string): Intent[] {
  const kept = userId ? readDraft<{ intents: Intent[] }>(userId, nameOf(draft)) : undefined;
  return (kept?.intents ?? []).filter(({ since }) => Date.now() - since < keptForMs);
}

function writeIntents(userId: number | undefined, draft: string, intents: Intent[]): void {
  if (!userId) return;
  if (intents.length > 0) writeDraft(userId, nameOf(draft), { intents });
  else removeDraft(userId, nameOf(draft));
}

/** The keys of first tries whose response this page still awaits. */
const underWay = new Set<string>();
const listeners = new Set<() => void>();
const notify = () => listeners.forEach((listener) => listener());

function onIntents(listener: () => void): () => void {
  listeners.add(listener);
  const stop = onRestoredDrafts(listener);
  return () => {
    listeners.delete(listener);
    stop();
  };
}

/**
 * The requests of a form that moves money whose answers were lost, oldest first, also after a reload. One that the person has
 * checked is left out until its next try.
 */
export function useUnanswered<Request>(draft: string) {
  const userId = useSession().user?.id;
  const lost = useSyncExternalStore(onIntents, () => {
    const intents = readIntents(userId, draft);
    return JSON.stringify(intents.filter(({ key, isChecked }) => !isChecked && !underWay.has(key)));
  });
  return (JSON.parse(lost) as Intent[]).map(({ key, request, payee }) => ({
    key,
    payee,
    request: JSON.parse(request) as Request,
    onChecked: () => {
      setChecked({ userId, draft, key }, true);
      notify();
    },
  }));
}

/** Where an intent is stored. */
interface IntentPlace {
  userId: number | undefined;
  draft: string;
  key: string;
}

function setChecked({ userId, draft, key }: IntentPlace, isChecked: boolean): void {
  const intents = readIntents(userId, draft);
  writeIntents(
    userId,
    draft,
    intents.map((each) => (each.key === key ? { ...each, isChecked } : each)),
  );
}

/** Whether the money may have moved all the same. */
const isInDoubt = (error: unknown) =>
  hasNoAnswer(error) && !(error instanceof ApiError && error.code === 'NOT_CONFIGURED');

/** Whether an answer is about the call alone, and not about an earlier try: too many calls, the end of the session. */
const isOfCall = (error: unknown) => error instanceof ApiError && [401, 429].includes(error.status);

/**
 * Returns a function that sends a request which moves money under the key of its intent. Every request without a definite
 * answer keeps its key, also once another one was sent and after a reload: it is never done twice. Where an earlier try turns
 * out to have done what the person sends again after checking, the next one is another intent. A form calls this hook itself: it may show a request again that
 * succeeded late, and then keeps the key that it began with.
 */
export function useMoneyIntent(draft: string) {
  const userId = useSession().user?.id;
  const held = useRef<Intent[]>([]);
  const isThere = useIsShown();
  const stored = () => readIntents(userId, draft);
  useEffect(() => {
    if (held.current.length === 0) held.current = stored();
  });
  const store = (intents: Intent[]) => writeIntents(userId, draft, intents);
  const begin = (request: string, payee: string | undefined): Intent => {
    const intent = { request, key: newIdempotencyKey(), since: Date.now(), payee };
    underWay.add(intent.key);
    held.current = [...held.current, intent];
    store([...stored(), intent]);
    return intent;
  };
  /** Forgets an answered intent. @param isShown whether the form may forget it too: it no longer shows the request */
  const settle = ({ key }: Intent, isShown: boolean) => {
    const others = (intents: Intent[]) => intents.filter((each) => each.key !== key);
    if (isShown) held.current = others(held.current);
    store(others(stored()));
  };
  return async <Answer>(
    request: unknown,
    { words, call, isShown = isThere, payee }: Sending<Answer>,
  ): Promise<Done<Answer>> => {
    const wanted = JSON.stringify(request);
    const known = [...held.current, ...stored()].find((each) => each.request === wanted);
    const wasChecked = stored().some(({ key, isChecked }) => isChecked && key === known?.key);
    if (known) setChecked({ userId, draft, key: known.key }, false);
    const intent = known ?? begin(wanted, payee);
    let earlierAt: string | null = null;
    const onReplayed = (firstAt: string | null) => (earlierAt = firstAt);
    try {
      // Unless the person has checked, the same try goes on: its answer is the one that was lost.
      const answer = await call({ idempotencyKey: intent.key, ...(wasChecked && { onReplayed }) });
      settle(intent, isShown());
      return { answer, earlierAt };
    } catch (error) {
      if (!isInDoubt(error) && !(known && isOfCall(error))) settle(intent, true);
      throw withUserMessage(error, words);
    } finally {
      underWay.delete(intent.key);
      notify();
    }
  };
}
