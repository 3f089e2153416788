import type { IncidentEntry, IncidentEntryKind } from '@bank/contracts/incidents';
import { useFormat } from '@bank/i18n/use-format';
import { Badge } from '@bank/ui/badge';
import type { IconName } from '@bank/ui/icon';
import { Timeline, TimelineEntry, WrittenText } from '@bank/ui/timeline';
import { useIncidentTexts } from './texts';

const icons: Record<IncidentEntryKind, IconName> = {
  opened: 'triangle-alert',
  note: 'pencil',
  public: 'globe',
  state: 'refresh-cw',
  severity: 'gauge',
  taken: 'user',
  put_back: 'inbox',
  recovered: 'circle-check',
  closed: 'circle-check',
};

/** The lines of an incident, oldest first; public lines are marked, in both languages. */
export function IncidentTimeline({ entries }: { entries: IncidentEntry[] }) {
  const { t } = useIncidentTexts();
  const { dateTime } = useFormat();
  return (
    <Timeline>
      {entries.map((entry) => (
        <TimelineEntry
          key={entry.id}
          icon={icons[entry.kind]}
          by={
            <>
              {entry.author ?? t('entry.bank')} · {t(`entry.${entry.kind}`)}
              <Value of={entry} /> · <time dateTime={entry.at}>{dateTime(entry.at)}</time>{' '}
              {entry.public && <Badge tone="info">{t('entry.everybody')}</Badge>}
            </>
          }
        >
          {entry.text && <WrittenText>{entry.text}</WrittenText>}
          {entry.public && (
            <>
              <WrittenText lang="fr">{entry.public.fr}</WrittenText>
              <WrittenText lang="en">{entry.public.en}</WrittenText>
            </>
          )}
        </TimelineEntry>
      ))}
    </Timeline>
  );
}

function Value({ of: { kind, value } }: { of: IncidentEntry }) {
  const { t } = useIncidentTexts();
  if (kind === 'severity') return ` ${t(`severity.${value as 'low' | 'medium' | 'high'}`)}`;
  if (kind === 'state') return ` ${t(`state.${value as 'open' | 'identified' | 'watching'}`)}`;
  return null;
}
