import { useEffect, useReducer } from 'react';
import type { Language } from '@bank/contracts/language';
import { useLanguage } from '@bank/i18n/language';
import type { BotReply } from './bot-reply';
import { loadedQuestions, loadQuestions } from './questions-part';
import { isCertain, topicOf } from './replies';

interface MessageBase {
  id: number;
  /** Milliseconds since 1970. */
  timestamp: number;
}
/** The bot's messages are stored as topics, so that they follow the language of the page. */
export type ChatMessage = MessageBase & ({ type: 'user'; content: string } | ({ type: 'bot' } & BotReply));

interface Conversation {
  messages: ChatMessage[];
  /** Messages that the bot has not answered yet, in order. */
  pending: Pending[];
}

interface Pending {
  content: string;
  language: Language;
}

type Action = { at: number } & (({ type: 'asked' } & Pending) | ({ type: 'answered' } & BotReply));

/** Bounds of the bot's random typing time, ms (specification 2, section 9). */
const typingMs = { min: 1_000, max: 2_000 };

function reduce({ messages, pending }: Conversation, action: Action): Conversation {
  const base: MessageBase = { id: messages.length, timestamp: action.at };
  if (action.type === 'asked') {
    const message: ChatMessage = { ...base, type: 'user', content: action.content };
    const { content, language } = action;
    return { messages: [...messages, message], pending: [...pending, { content, language }] };
  }
  const { topic, question } = action;
  return { messages: [...messages, { ...base, type: 'bot', topic, question }], pending: pending.slice(1) };
}

/**
 * The specification's exact keywords and phrases first, then newcomers' questions, then a keyword in the message, typed
 * wrongly if need be; last the questions of the FAQ.
 */
function replyTo({ content, language }: Pending): BotReply {
  const topic = topicOf(content, language);
  if (isCertain(content, language)) return { topic };
  const questions = loadedQuestions();
  const question = questions?.questionOf(content, language);
  if (question || topic !== 'fallback') return { topic, question };
  return questions?.closestTo(content, language) ?? { topic };
}

const initial = (): Conversation => ({
  messages: [{ id: 0, timestamp: Date.now(), type: 'bot', topic: 'welcome' }],
  pending: [],
});

/** A conversation with the scripted assistant, which stays on the page. */
export function useConversation(onFirstQuestion?: () => void) {
  const language = useLanguage();
  const [{ messages, pending }, dispatch] = useReducer(reduce, undefined, initial);
  const [next] = pending;

  useEffect(() => {
    if (!next) return;
    const delay = typingMs.min + Math.random() * (typingMs.max - typingMs.min);
    const answer = () => dispatch({ type: 'answered', at: Date.now(), ...replyTo(next) });
    const timer = setTimeout(answer, delay);
    return () => clearTimeout(timer);
  }, [next]);

  /** Sends a message; a blank one is ignored. */
  const ask = (text: string) => {
    const content = text.trim();
    if (!content) return;
    if (messages.every(({ type }) => type === 'bot')) onFirstQuestion?.();
    loadQuestions();
    dispatch({ type: 'asked', at: Date.now(), content, language });
  };
  return { messages, typing: next !== undefined, ask };
}
