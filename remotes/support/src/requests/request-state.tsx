import type { OwnTicketSummary } from '@bank/contracts/own-tickets';
import { Badge, type BadgeTone } from '@bank/ui/badge';
import { useRequestTexts } from './texts';

const tones: Record<OwnTicketSummary['status'], BadgeTone> = {
  open: 'waiting',
  answered: 'success',
  closed: 'neutral',
};

/** Whether a message was answered. */
export function RequestState({ status }: Pick<OwnTicketSummary, 'status'>) {
  const { t } = useRequestTexts();
  return <Badge tone={tones[status]}>{t(`state_${status}`)}</Badge>;
}
