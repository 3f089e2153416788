import type { OwnCaseSummary } from '@bank/contracts/cases';
import { Badge, type BadgeProps } from '@bank/ui/badge';
import { useDisputeTexts } from './texts';

/** What waits has a clock, not a warning. */
const looks = {
  open: { tone: 'info', icon: 'clock' },
  waiting: { tone: 'warning', icon: 'clock' },
  accepted: { tone: 'success' },
  refused: { tone: 'neutral' },
} as const satisfies Record<string, Partial<BadgeProps>>;

/** Where a claim stands: who is to act, or what was decided. */
export function CaseStateBadge({
  of: { state, decision },
}: {
  of: Pick<OwnCaseSummary, 'state' | 'decision'>;
}) {
  const { t } = useDisputeTexts();
  const name = state === 'decided' ? (decision ?? 'refused') : state;
  return <Badge {...looks[name]}>{t(`state.${name}`)}</Badge>;
}
