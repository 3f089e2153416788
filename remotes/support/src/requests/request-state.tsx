import type { OwnTicketSummary } from '@bank/contracts/own-tickets';
import { Badge } from '@bank/ui/badge';
import type { IconName } from '@bank/ui/icon';
import type { Tone } from '@bank/ui/tone';
import { useRequestTexts } from './texts';

const looks: Record<OwnTicketSummary['status'], { tone: Tone; icon?: IconName }> = {
  open: { tone: 'info', icon: 'clock' },
  answered: { tone: 'success' },
  closed: { tone: 'neutral' },
};

/** What waits has a clock, not a warning. */
export function RequestState({ status }: Pick<OwnTicketSummary, 'status'>) {
  const { t } = useRequestTexts();
  return <Badge {...looks[status]}>{t(`state_${status}`)}</Badge>;
}
