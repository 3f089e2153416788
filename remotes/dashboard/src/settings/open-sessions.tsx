import { useRef } from 'react';
import type { OpenSession } from '@bank/contracts/auth';
import { useFormat } from '@bank/i18n/use-format';
import { Badge } from '@bank/ui/badge';
import { Button } from '@bank/ui/button';
import { Card } from '@bank/ui/card';
import { EmptyState } from '@bank/ui/empty-state';
import { useSettingsTexts } from './texts';
import { FetchedSettings } from './fetched-settings';
import styles from './open-sessions.module.css';
import { useSettingsMessages } from './settings-messages';
import { useEndSession, useOpenSessions } from './settings.api';
import settings from './settings.module.css';

export function OpenSessionsCard() {
  const { t } = useSettingsTexts();
  return (
    <Card title={t('settings.sessions')}>
      <p className={settings.lead}>{t('settings.sessions_lead')}</p>
      <SessionList />
    </Card>
  );
}

function SessionList() {
  const { t } = useSettingsTexts();
  const { end, ending, list } = useEnding();
  return (
    <FetchedSettings
      query={useOpenSessions()}
      rows={3}
      failed={t('settings.sessions_failed')}
      failedMessage={t('settings.sessions_failed_message')}
    >
      {({ sessions }) =>
        sessions.length === 0 ? (
          <EmptyState icon="monitor" title={t('settings.sessions_empty')} />
        ) : (
          <ul className={styles.sessions} ref={list} tabIndex={-1}>
            {sessions.map((session) => (
              <SessionRow key={session.id} session={session} isEnding={ending === session.id} onEnd={end} />
            ))}
          </ul>
        )
      }
    </FetchedSettings>
  );
}

/** Ends a session and confirms it; the list takes the focus of the removed button. */
function useEnding() {
  const { t } = useSettingsTexts();
  const { showMessage, reportFailure } = useSettingsMessages();
  const { mutate, isPending, variables } = useEndSession();
  const list = useRef<HTMLUListElement>(null);
  const end = ({ id, device }: OpenSession) =>
    mutate(id, {
      onSuccess: () => {
        showMessage('success', t('settings.session_ended', { device }));
        list.current?.focus();
      },
      onError: reportFailure,
    });
  return { end, ending: isPending ? variables : undefined, list };
}

interface SessionRowProps {
  session: OpenSession;
  isEnding: boolean;
  onEnd: (session: OpenSession) => void;
}

function SessionRow({ session, isEnding, onEnd }: SessionRowProps) {
  const { t } = useSettingsTexts();
  const { date, relativeTime } = useFormat();
  const { device, created_at: opened, last_seen_at: seen, current } = session;
  return (
    <li className={styles.session}>
      <div className={styles.text}>
        <p className={styles.device}>
          {device} {current && <Badge tone="info">{t('settings.session_current')}</Badge>}
        </p>
        <p className={styles.times}>
          <span>{t('settings.session_seen', { when: relativeTime(seen) })}</span>
          <span>{t('settings.session_opened', { date: date(opened) })}</span>
        </p>
      </div>
      {!current && (
        <Button
          variant="secondary"
          size="small"
          aria-label={t('settings.session_end_of', { device })}
          loading={isEnding}
          onClick={() => onEnd(session)}
        >
          {t('settings.session_end')}
        </Button>
      )}
    </li>
  );
}
