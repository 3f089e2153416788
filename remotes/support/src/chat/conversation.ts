import { useEffect, useReducer } from 'react';
import { useLanguage } from '@bank/i18n/language';
import { type Topic, topicOf } from './replies';

interface Said {
  id: number;
  /** Milliseconds since 1970. */
  timestamp: number;
}
/** The bot's side is kept as what it is about, so that it follows the language of the page. */
export type ChatMessage = Said & ({ type: 'user'; content: string } | { type: 'bot'; topic: Topic });

interface Conversation {
  messages: ChatMessage[];
  /** What the bot has still to answer, in order. */
  pending: Topic[];
}

type Action = { at: number } & ({ type: 'asked'; content: string; topic: Topic } | { type: 'answered' });

/** How long the bot types, in milliseconds: random between the two (specification 2, section 9). */
const typing = { least: 1_000, most: 2_000 };

function reduce({ messages, pending }: Conversation, action: Action): Conversation {
  const said: Said = { id: messages.length, timestamp: action.at };
  if (action.type === 'asked') {
    const message: ChatMessage = { ...said, type: 'user', content: action.content };
    return { messages: [...messages, message], pending: [...pending, action.topic] };
  }
  const [topic, ...rest] = pending;
  if (!topic) return { messages, pending };
  return { messages: [...messages, { ...said, type: 'bot', topic }], pending: rest };
}

const begin = (): Conversation => ({
  messages: [{ id: 0, timestamp: Date.now(), type: 'bot', topic: 'welcome' }],
  pending: [],
});

/** A conversation with the scripted assistant; nothing of it leaves the page. */
export function useConversation(onFirstQuestion?: () => void) {
  const language = useLanguage();
  const [{ messages, pending }, dispatch] = useReducer(reduce, undefined, begin);
  const waiting = pending.length > 0;
  const answered = messages.filter(({ type }) => type === 'bot').length;

  useEffect(() => {
    if (!waiting) return;
    const delay = typing.least + Math.random() * (typing.most - typing.least);
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
