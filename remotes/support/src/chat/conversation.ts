import { useEffect, useReducer } from 'react';
import type { Language } from '@bank/contracts/language';
import { useLanguage } from '@bank/i18n/language';
import { type Topic, topicOf } from './replies';

interface MessageBase {
  id: number;
  /** Milliseconds since 1970. */
  timestamp: number;
}
/** The bot's messages are stored as topics, so that they follow the language of the page. */
export type ChatMessage = MessageBase &
  ({ type: 'user'; content: string } | { type: 'bot'; topic: Topic; found?: FoundHelp | undefined });

/** What the help has about a message, in both languages, so that the answer follows the language of the page. */
export type FoundHelp = Record<Language, { text: string; links: [path: string, title: string][] }>;

/** What the bot has not answered yet; what it does not understand is looked for in the help meanwhile. */
interface Pending {
  topic: Topic;
  search: Promise<FoundHelp | undefined> | undefined;
}

interface Conversation {
  messages: ChatMessage[];
  /** In order. */
  pending: Pending[];
}

type Action = { at: number } & (
  { type: 'asked'; content: string; next: Pending } | { type: 'answered'; found?: FoundHelp | undefined }
);

/** Bounds of the bot's random typing time, ms (specification 2, section 9). */
const typingMs = { min: 1_000, max: 2_000 };

function reduce({ messages, pending }: Conversation, action: Action): Conversation {
  const base: MessageBase = { id: messages.length, timestamp: action.at };
  if (action.type === 'asked') {
    const message: ChatMessage = { ...base, type: 'user', content: action.content };
    return { messages: [...messages, message], pending: [...pending, action.next] };
  }
  const [next, ...rest] = pending;
  if (!next) return { messages, pending };
  const message: ChatMessage = { ...base, type: 'bot', topic: next.topic, found: action.found };
  return { messages: [...messages, message], pending: rest };
}

const initial = (): Conversation => ({
  messages: [{ id: 0, timestamp: Date.now(), type: 'bot', topic: 'welcome' }],
  pending: [],
});

/** Looks in the help for what a message is about that no rule knows; undefined for any other topic. */
export type FindHelp = (
  topic: Topic,
  message: string,
  language: Language,
) => Promise<FoundHelp | undefined> | undefined;

/** A conversation with the scripted assistant, which stays on the page. */
export function useConversation(onFirstQuestion?: () => void, findHelp?: FindHelp) {
  const language = useLanguage();
  const [{ messages, pending }, dispatch] = useReducer(reduce, undefined, initial);
  const [next] = pending;

  useEffect(() => {
    if (!next) return;
    const answer = (found?: FoundHelp) => dispatch({ type: 'answered', at: Date.now(), found });
    const delay = typingMs.min + Math.random() * (typingMs.max - typingMs.min);
    const timer = setTimeout(() => next.search?.then(answer) ?? answer(), delay);
    return () => clearTimeout(timer);
  }, [next]);

  /** Sends a message; a blank one is ignored. */
  const ask = (text: string) => {
    const content = text.trim();
    if (!content) return;
    // Only the greeting is there.
    if (messages.length === 1) onFirstQuestion?.();
    const topic = topicOf(content, language);
    const search = findHelp?.(topic, content, language);
    dispatch({ type: 'asked', at: Date.now(), content, next: { topic, search } });
  };
  return { messages, typing: Boolean(next), ask };
}
