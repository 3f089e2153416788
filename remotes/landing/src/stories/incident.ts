import type { PublicIncident } from '@bank/contracts/status';
import { wordsOf } from './texts';

/** An incident that never was, under way where it has no end. */
export const incident = (id: number, closedAt: string | null): PublicIncident => ({
  id,
  title: wordsOf('incident'),
  components: ['instant', 'payments'],
  state: closedAt ? 'closed' : 'watching',
  opened_at: '2026-10-14T08:20:00Z',
  closed_at: closedAt,
  lines: [
    { at: '2026-10-14T10:40:00Z', text: wordsOf('mended') },
    { at: '2026-10-14T08:31:00Z', text: wordsOf('found') },
  ],
});
