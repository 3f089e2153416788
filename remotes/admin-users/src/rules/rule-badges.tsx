import type { RuleSummary } from '@bank/contracts/rules';
import type { RuleAction } from '@bank/contracts/rule-words';
import { Badge } from '@bank/ui/badge';
import { useRuleTexts } from './texts';

const tones = { allow: 'neutral', challenge: 'info', hold: 'warning', block: 'danger' } as const;

export function ActionBadge({ action }: { action: RuleAction }) {
  const { t } = useRuleTexts();
  return <Badge tone={tones[action]}>{t(`action.${action}`)}</Badge>;
}

/** Whether a rule is in force, which is no exception and has no badge, and whether there is a newer draft. */
export function RuleStateBadge({ rule: { newest, published } }: { rule: RuleSummary }) {
  const { t } = useRuleTexts();
  if (newest.waiting) return <Badge tone="waiting">{t('state.waiting')}</Badge>;
  if (published === null) return <Badge>{t('state.draft')}</Badge>;
  if (newest.state === 'draft') return <Badge tone="info">{t('state.newer')}</Badge>;
  if (!newest.definition.enabled) return <Badge>{t('state.off')}</Badge>;
  return t('state.published');
}
