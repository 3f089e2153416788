import { useEffect, useReducer } from 'react';
import { useLanguage } from '@bank/i18n/language';
import { type Topic, topicOf } from './replies';

interface MessageBase {
  id: number;
  /** Milliseconds since 1970. */
  timestamp: number;
}
/** The bot's messages are stored as topics, so that they follow the language of the page. */
export type ChatMessage = MessageBase & ({ type: 'user'; content: string } | { type: 'bot'; topic: Topic });

interface Conversation {
  messages: ChatMessage[];
  /** Topics that the bot has not answered yet, in order. */
  pending: Topic[];
}

type Action = { at: number } & ({ type: 'asked'; content: string; topic: Topic } | { type: 'answered' });

/** Bounds of the bot's random typing time, ms (specification 2, section 9). */
const typingMs = { min: 1_000, max: 2_000 };

function reduce({ messages, pending }: Conversation, action: Action): Conversation {
  const base: MessageBase = { id: messages.length, timestamp: action.at };
  if (action.type === 'asked') {
    const message: ChatMessage = { ...base, type: 'user', content: action.content };
    return { messages: [...messages, message], pending: [...pending, action.topic] };
  }
  const [topic, ...rest] = pending;
  if (!topic) return { messages, pending };
  return { messages: [...messages, { ...base, type: 'bot', topic }], pending: rest };
}

const initial = (): Conversation => ({
  messages: [{ id: 0, timestamp: Date.now(), type: 'bot', topic: 'welcome' }],
  pending: [],
});

/** A conversation with the scripted assistant, which stays on the page. */
export function useConversation(onFirstQuestion?: () => void) {
  const language = useLanguage();
  const [{ messages, pending }, dispatch] = useReducer(reduce, undefined, initial);
  const waiting = pending.length > 0;
  const answered = messages.filter(({ type }) => type === 'bot').length;

  useEffect(() => {
    if (!waiting) return;
    const delay = typingMs.min + Math.random() * (typingMs.max - typingMs.min);
    const timer = setTimeout(() => dispatch({ type: 'answered', at: Date.now() }), delay);
    return () => clearTimeout(timer);
  }, [waiting, answered]);

  /** Sends a message; a blank one is ignored. */
  const ask = (text: string) => {
    const content = text.trim();
    if (!content) return;
    if (messages.every(({ type }) => type === 'bot')) onFirstQuestion?.();
    dispatch({ type: 'asked', at: Date.now(), content, topic: topicOf(content, language) });
  };
  return { messages, typing: waiting, ask };
}
