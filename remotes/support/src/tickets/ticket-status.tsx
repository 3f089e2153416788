import type { TicketStatus } from '@bank/contracts/tickets';
import { Badge, type BadgeTone } from '@bank/ui/badge';
import { useTicketTexts } from './texts';

const tones: Record<TicketStatus, BadgeTone> = { open: 'waiting', answered: 'success', closed: 'neutral' };

export function TicketStatusBadge({ status }: { status: TicketStatus }) {
  const { t } = useTicketTexts();
  return <Badge tone={tones[status]}>{t(`status.${status}`)}</Badge>;
}
