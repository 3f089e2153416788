import type { IncidentEntry } from '@bank/contracts/incidents';
import { useFormat } from '@bank/i18n/use-format';
import { Badge } from '@bank/ui/badge';
import styles from './incidents.module.css';
import { useIncidentTexts } from './texts';

/** What happened, the oldest first; lines that everybody reads are marked, in both languages. */
export function IncidentTimeline({ entries }: { entries: IncidentEntry[] }) {
  const { t } = useIncidentTexts();
  const { dateTime } = useFormat();
  return (
    <ol className={styles.timeline}>
      {entries.map((entry) => (
        <li key={entry.id}>
          <p className={styles.by}>
            {entry.author ?? t('entry.bank')} · {t(`entry.${entry.kind}`)}
            <Value of={entry} /> · <time dateTime={entry.at}>{dateTime(entry.at)}</time>{' '}
            {entry.public && <Badge tone="info">{t('entry.everybody')}</Badge>}
          </p>
          {entry.text && <p className={styles.text}>{entry.text}</p>}
          {entry.public && (
            <>
              <p className={styles.text} lang="fr">
                {entry.public.fr}
              </p>
              <p className={styles.text} lang="en">
                {entry.public.en}
              </p>
            </>
          )}
        </li>
      ))}
    </ol>
  );
}

function Value({ of: { kind, value } }: { of: IncidentEntry }) {
  const { t } = useIncidentTexts();
  if (kind === 'severity') return ` ${t(`severity.${value as 'low' | 'medium' | 'high'}`)}`;
  if (kind === 'state') return ` ${t(`state.${value as 'open' | 'identified' | 'watching'}`)}`;
  return null;
}
