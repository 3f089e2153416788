import { incidentText } from '@bank/contracts/incident-texts';
import type { IncidentSummary } from '@bank/contracts/incidents';
import { useLanguage } from '@bank/i18n/language';
import { Badge } from '@bank/ui/badge';
import type { Tone } from '@bank/ui/tone';
import { useIncidentTexts } from './texts';

const severityTones = { low: 'neutral', medium: 'warning', high: 'danger' } as const satisfies Record<
  string,
  Tone
>;
const stateTones = {
  open: 'warning',
  identified: 'info',
  watching: 'info',
  closed: 'success',
} as const satisfies Record<string, Tone>;

export function SeverityBadge({ of: { severity } }: { of: Pick<IncidentSummary, 'severity'> }) {
  const { t } = useIncidentTexts();
  return <Badge tone={severityTones[severity]}>{t(`severity.${severity}`)}</Badge>;
}

export function IncidentStateBadge({ of: { state } }: { of: Pick<IncidentSummary, 'state'> }) {
  const { t } = useIncidentTexts();
  return <Badge tone={stateTones[state]}>{t(`state.${state}`)}</Badge>;
}

/** The title of an incident: its public one, or that of the bank's finding. */
export function useIncidentTitle() {
  const language = useLanguage();
  return ({ title, kind }: Pick<IncidentSummary, 'title' | 'kind'>) =>
    title?.[language] ?? incidentText(kind, language);
}
