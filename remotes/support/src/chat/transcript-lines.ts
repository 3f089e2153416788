import type { Language } from '@bank/contracts/language';
import type { ChatLines } from '@bank/contracts/support';
import { factsIn } from '../facts';
import type { ChatMessage } from './conversation';
import type { useReplyTexts } from './script';

/** A conversation as it is read in a language. */
export const linesOf = (
  messages: ChatMessage[],
  reply: typeof useReplyTexts.translate,
  language: Language,
): ChatLines =>
  messages.map((message) => ({
    type: message.type,
    content:
      message.type === 'user'
        ? message.content
        : (message.found?.[language].text ?? reply(message.topic, factsIn(language))),
    timestamp: new Date(message.timestamp).toISOString(),
  }));
