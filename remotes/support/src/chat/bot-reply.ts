import type { FoundHelp } from './help-search';
import type { QuestionId } from './questions';
import type { Topic } from './replies';

/** The bot's answer: a topic, or instead of it a newcomer's question. */
export interface BotReply {
  topic: Topic;
  question?: QuestionId | FoundHelp | undefined;
}
