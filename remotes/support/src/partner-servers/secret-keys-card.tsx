import { useState } from 'react';
import type { SecretKey } from '@bank/contracts/partner-servers';
import { ConfirmDialog } from '@bank/client/confirm-dialog';
import { QueryTable } from '@bank/client/query-table';
import { bankNow } from '@bank/i18n/bank-clock';
import { useFormat } from '@bank/i18n/use-format';
import { Badge } from '@bank/ui/badge';
import { Button } from '@bank/ui/button';
import { Card } from '@bank/ui/card';
import type { Column } from '@bank/ui/data-table';
import { EmptyState } from '@bank/ui/empty-state';
import { Cluster, Stack } from '@bank/ui/layout';
import { useMayChange } from '../partners/may-change';
import { NewKey } from './new-key';
import { useRevokeSecretKey, useSecretKeys } from './partner-servers.api';
import { RotateKey } from './rotate-key';
import { ShownSecret } from './shown-secret';
import { useServerTexts } from './texts';
import styles from './webhooks-card.module.css';

/** The secret keys with which a partner's servers read its applications. */
export function SecretKeysCard({ partnerId }: { partnerId: number }) {
  const { t } = useServerTexts();
  const query = useSecretKeys(partnerId);
  const mayChange = useMayChange();
  const [revoked, setRevoked] = useState<SecretKey>();
  const [replaced, setReplaced] = useState<SecretKey>();
  const [secret, setSecret] = useState<string>();
  return (
    <Card title={t('keys.title')} actions={mayChange && <NewKey partnerId={partnerId} />}>
      <Stack>
        <p className={styles.lead}>{t('keys.lead')}</p>
        <QueryTable
          dense
          wide
          caption={t('keys.title')}
          columns={useColumns({ revoke: setRevoked, rotate: setReplaced })}
          query={query}
          rowsOf={({ keys }) => keys}
          rowKey={({ id }) => id}
          failed={t('failed')}
          empty={<EmptyState icon="key-round" title={t('keys.empty')} message={t('keys.empty_message')} />}
        />
      </Stack>
      {replaced && (
        <RotateKey
          partnerId={partnerId}
          chosen={replaced}
          onMade={setSecret}
          onClose={() => setReplaced(undefined)}
        />
      )}
      {secret !== undefined && (
        <ShownSecret title={t('keys.made')} secret={secret} onClose={() => setSecret(undefined)} />
      )}
      {revoked && <RevokeKey partnerId={partnerId} chosen={revoked} onClose={() => setRevoked(undefined)} />}
    </Card>
  );
}

interface KeyActions {
  revoke: (key: SecretKey) => void;
  rotate: (key: SecretKey) => void;
}

function useColumns(actions: KeyActions): Column<SecretKey>[] {
  const { t } = useServerTexts();
  const mayChange = useMayChange();
  const { date, dateTime, number } = useFormat();
  const [now] = useState(bankNow);
  return [
    {
      key: 'key',
      header: t('keys.key'),
      primary: true,
      cell: ({ name, hint }) => (
        <span className={styles.key}>
          {name}
          <code translate="no">{hint}</code>
        </span>
      ),
    },
    {
      key: 'scopes',
      header: t('keys.scopes'),
      cell: ({ scopes, calls_per_minute: calls }) => (
        <span className={styles.key}>
          <span translate="no">{scopes.join(', ')}</span>
          <span className={styles.lead}>{t('keys.per_minute', { calls: number(calls) })}</span>
        </span>
      ),
    },
    { key: 'created', header: t('keys.created'), cell: ({ created_at }) => date(created_at) },
    {
      key: 'used',
      header: t('keys.used'),
      cell: ({ last_used_at }) => (last_used_at === null ? t('keys.never') : dateTime(last_used_at)),
    },
    { key: 'state', header: t('keys.state'), cell: (key) => <State of={key} now={now} /> },
    {
      key: 'actions',
      header: t('actions'),
      headerHidden: true,
      cell: (key) => mayChange && isUsable(key, now) && <Actions of={key} {...actions} />,
    },
  ];
}

const isUsable = ({ revoked_at, expires_at }: SecretKey, now: number) =>
  revoked_at === null && (expires_at === null || Date.parse(expires_at) > now);

function State({ of: key, now }: { of: SecretKey; now: number }) {
  const { t } = useServerTexts();
  const { date, dateTime } = useFormat();
  const { revoked_at: revokedAt, expires_at: expiresAt, replaced_by: replacedBy } = key;
  if (revokedAt !== null) return <Badge>{t('keys.revoked', { day: date(revokedAt) })}</Badge>;
  if (expiresAt === null) return t('keys.valid');
  if (!isUsable(key, now)) return <Badge>{t('keys.expired', { day: date(expiresAt) })}</Badge>;
  if (replacedBy !== null)
    return <Badge tone="warning">{t('keys.replaced', { moment: dateTime(expiresAt) })}</Badge>;
  return t('keys.valid_until', { day: date(expiresAt) });
}

function Actions({ of: key, revoke, rotate }: KeyActions & { of: SecretKey }) {
  const { t } = useServerTexts();
  return (
    <Cluster gap={8}>
      {key.replaced_by === null && (
        <Button
          variant="quiet"
          size="small"
          aria-label={t('keys.rotate_label', { key: key.hint })}
          onClick={() => rotate(key)}
        >
          {t('keys.rotate')}
        </Button>
      )}
      <Button
        variant="quiet"
        size="small"
        aria-label={t('keys.revoke_label', { key: key.hint })}
        onClick={() => revoke(key)}
      >
        {t('keys.revoke')}
      </Button>
    </Cluster>
  );
}

function RevokeKey(props: { partnerId: number; chosen: SecretKey; onClose: () => void }) {
  const { t } = useServerTexts();
  const { mutateAsync } = useRevokeSecretKey(props.partnerId);
  return (
    <ConfirmDialog
      danger
      title={t('keys.revoke_question')}
      description={t('keys.revoke_message', { key: props.chosen.hint })}
      action={t('keys.revoke')}
      onConfirm={() => mutateAsync(props.chosen.id)}
      done={t('keys.revoke_done')}
      failed={t('keys.revoke_failed')}
      onClose={props.onClose}
    />
  );
}
