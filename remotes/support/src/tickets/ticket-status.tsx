import type { TicketStatus } from '@bank/contracts/tickets';
import { Badge } from '@bank/ui/badge';
import type { Tone } from '@bank/ui/tone';
import { useTicketTexts } from './texts';

const tones: Record<TicketStatus, Tone> = { open: 'warning', answered: 'success', closed: 'neutral' };

export function TicketStatusBadge({ status }: { status: TicketStatus }) {
  const { t } = useTicketTexts();
  return <Badge tone={tones[status]}>{t(`status.${status}`)}</Badge>;
}
