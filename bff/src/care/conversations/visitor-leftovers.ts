import { visitorDays } from '@bank/contracts/visitor-conversations';
import type { Leftover } from '../../platform/jobs/leftovers';
import { dayMs } from '../../platform/time/durations';

const keptFor = visitorDays * dayMs;

/** Deletes the lines of visitors' conversations, then the conversations; a message to support keeps its own copy. */
export const visitorLeftovers: Leftover[] = [
  { statement: 'DELETE FROM conversation_messages WHERE visitor_until < ? LIMIT ?', keptFor },
  {
    statement: `
      DELETE FROM conversations WHERE visitor_until < ?
        AND NOT EXISTS (SELECT 1 FROM conversation_messages m WHERE m.conversation_id = conversations.id) LIMIT ?`,
    keptFor,
  },
];
