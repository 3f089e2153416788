import { useState } from 'react';
import type { Passkey } from '@bank/contracts/passkeys';
import { ConfirmDialog } from '@bank/client/confirm-dialog';
import { useFormat } from '@bank/i18n/use-format';
import { Button } from '@bank/ui/button';
import { Card } from '@bank/ui/card';
import { EmptyState } from '@bank/ui/empty-state';
import { Stack } from '@bank/ui/layout';
import { FetchedSettings } from '../settings/fetched-settings';
import styles from '../settings/open-sessions.module.css';
import { useRefreshSessions } from '../settings/settings.api';
import settings from '../settings/settings.module.css';
import { AddPasskey } from './add-passkey';
import { removePasskey, usePasskeys, useRefreshPasskeys } from './passkeys.api';
import { RenamePasskey } from './rename-passkey';
import { usePasskeyTexts } from './texts';

type Change = { of: Passkey; kind: 'rename' | 'remove' };

/** The person's passkeys: adding, naming and removing them. */
export function PasskeysCard() {
  const { t } = usePasskeyTexts();
  const [change, setChange] = useState<Change>();
  const close = () => setChange(undefined);
  return (
    <Card title={t('title')}>
      <p className={settings.lead}>{t('lead')}</p>
      <Stack gap={24}>
        <FetchedSettings query={usePasskeys()} rows={2} failed={t('failed')}>
          {({ passkeys }) =>
            passkeys.length === 0 ? (
              <EmptyState icon="key-round" title={t('empty')} />
            ) : (
              <ul className={styles.sessions}>
                {passkeys.map((passkey) => (
                  <PasskeyRow key={passkey.id} passkey={passkey} onChange={setChange} />
                ))}
              </ul>
            )
          }
        </FetchedSettings>
        <AddPasskey />
      </Stack>
      {change?.kind === 'rename' && <RenamePasskey passkey={change.of} onClose={close} />}
      {change?.kind === 'remove' && <RemovePasskey passkey={change.of} onClose={close} />}
    </Card>
  );
}

interface PasskeyRowProps {
  passkey: Passkey;
  onChange: (change: Change) => void;
}

function PasskeyRow({ passkey, onChange }: PasskeyRowProps) {
  const { t } = usePasskeyTexts();
  const { date, relativeTime } = useFormat();
  const { name, created_at: created, last_used_at: used } = passkey;
  return (
    <li className={styles.session}>
      <div className={styles.text}>
        <p className={styles.device}>{name}</p>
        <p className={styles.times}>
          <span>{used ? t('used', { when: relativeTime(used) }) : t('never_used')}</span>
          <span>{t('created', { date: date(created) })}</span>
        </p>
      </div>
      <div className={styles.times}>
        {(['rename', 'remove'] as const).map((kind) => (
          <Button
            key={kind}
            variant="secondary"
            size="small"
            aria-label={t(`${kind}_of`, { name })}
            onClick={() => onChange({ of: passkey, kind })}
          >
            {t(kind)}
          </Button>
        ))}
      </div>
    </li>
  );
}

function RemovePasskey({ passkey: { id, name }, onClose }: { passkey: Passkey; onClose: () => void }) {
  const { t } = usePasskeyTexts();
  const refreshPasskeys = useRefreshPasskeys();
  const refreshSessions = useRefreshSessions();
  const refresh = () => Promise.all([refreshPasskeys(), refreshSessions()]);
  return (
    <ConfirmDialog
      danger
      title={t('remove_title')}
      description={t('remove_lead', { name })}
      action={t('remove')}
      onConfirm={() => removePasskey(id).finally(refresh)}
      done={t('removed')}
      failed={t('remove_failed')}
      onClose={onClose}
    />
  );
}
