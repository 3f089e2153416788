import type { OwnCaseSummary } from '@bank/contracts/cases';
import { Badge, type BadgeTone } from '@bank/ui/badge';
import { useDisputeTexts } from './texts';

const tones = {
  open: 'info',
  waiting: 'waiting',
  accepted: 'success',
  refused: 'neutral',
} as const satisfies Record<string, BadgeTone>;

/** The state of a claim: its next actor, or the decision. */
export function CaseStateBadge({
  of: { state, decision },
}: {
  of: Pick<OwnCaseSummary, 'state' | 'decision'>;
}) {
  const { t } = useDisputeTexts();
  const name = state === 'decided' ? (decision ?? 'refused') : state;
  return <Badge tone={tones[name]}>{t(`state.${name}`)}</Badge>;
}
