import { useState } from 'react';
import type { DeployToken } from '@bank/contracts/releases';
import { useNavigate } from '@bank/client/router';
import { useUrlDetails } from '@bank/client/use-url-details';
import { useUrlDialog } from '@bank/client/use-url-dialog';
import { QueryTable } from '@bank/client/query-table';
import { bankNow } from '@bank/i18n/bank-clock';
import { useFormat } from '@bank/i18n/use-format';
import { Badge } from '@bank/ui/badge';
import { Button } from '@bank/ui/button';
import { Card } from '@bank/ui/card';
import type { Column } from '@bank/ui/data-table';
import { EmptyState } from '@bank/ui/empty-state';
import { NewToken } from './new-token';
import { useTokens, useRevokeToken } from './releases.api';
import styles from './releases.module.css';
import { useReleaseTexts } from './texts';
import { useReleaseName } from './use-release-name';
import { ConfirmDialog } from '@bank/client/confirm-dialog';
import { useMayChangeReleases } from './use-may-change';

export function TokensCard({ remotes }: { remotes: string[] }) {
  const { t } = useReleaseTexts();
  const mayChange = useMayChangeReleases();
  const query = useTokens();
  const creating = useUrlDialog('token');
  const revoking = useUrlDetails('revoke');
  const navigate = useNavigate();
  const columns = useColumns((id) => void navigate(revoking.addressOf(id)));
  const chosen = query.data?.tokens.find(({ id, revoked_at }) => id === revoking.open && revoked_at === null);
  return (
    <Card
      title={t('tokens.title')}
      actions={
        mayChange && (
          <Button variant="secondary" size="small" icon="plus" onClick={creating.open}>
            {t('tokens.add')}
          </Button>
        )
      }
    >
      <p className={styles.lead}>{t('tokens.lead')}</p>
      <QueryTable
        dense
        caption={t('tokens.title')}
        columns={columns}
        query={query}
        rowsOf={({ tokens }) => tokens}
        rowKey={({ id }) => id}
        loadingRows={2}
        empty={<EmptyState icon="key-round" title={t('tokens.empty')} message={t('tokens.empty_message')} />}
        failed={t('tokens.failed')}
        failedMessage={t('list.failed_message')}
      />
      <NewToken open={mayChange && creating.isOpen} remotes={remotes} onClose={creating.close} />
      {mayChange && chosen && <RevokeToken token={chosen} onClose={revoking.close} />}
    </Card>
  );
}

function useColumns(revoke: (id: number) => void): Column<DeployToken>[] {
  const { t } = useReleaseTexts();
  const mayChange = useMayChangeReleases();
  const { date } = useFormat();
  const nameOf = useReleaseName();
  const [now] = useState(bankNow);
  return [
    {
      key: 'team',
      header: t('tokens.team'),
      primary: true,
      cell: ({ team }) => <span className={styles.reason}>{team}</span>,
    },
    {
      key: 'remotes',
      header: t('tokens.remotes'),
      cell: ({ remotes }) => (
        <span className={styles.reason} translate="no">
          {remotes.map(nameOf).join(', ')}
        </span>
      ),
    },
    {
      key: 'hosts',
      header: t('tokens.hosts'),
      cell: ({ hosts }) => hosts.map((site) => t(`tokens.site_${site}`)).join(', '),
    },
    { key: 'created', header: t('tokens.created'), cell: ({ created_at }) => date(created_at) },
    { key: 'expires', header: t('tokens.expires'), cell: ({ expires_at }) => date(expires_at) },
    { key: 'state', header: t('tokens.state'), cell: (token) => <State token={token} now={now} /> },
    {
      key: 'actions',
      header: t('tokens.actions'),
      headerHidden: true,
      cell: ({ id, team, created_at, revoked_at }) =>
        mayChange &&
        revoked_at === null && (
          <Button
            variant="quiet"
            size="small"
            aria-label={t('tokens.revoke_label', { team, day: date(created_at) })}
            onClick={() => revoke(id)}
          >
            {t('tokens.revoke')}
          </Button>
        ),
    },
  ];
}

function State({
  token: { revoked_at: revoked, expires_at: expires },
  now,
}: {
  token: DeployToken;
  now: number;
}) {
  const { t } = useReleaseTexts();
  const { date } = useFormat();
  if (revoked !== null) return <Badge>{t('tokens.revoked', { day: date(revoked) })}</Badge>;
  if (Date.parse(expires) <= now)
    return <Badge tone="warning">{t('tokens.expired', { day: date(expires) })}</Badge>;
  return t('tokens.valid');
}

function RevokeToken({ token: { id, team }, onClose }: { token: DeployToken; onClose: () => void }) {
  const { t } = useReleaseTexts();
  const { mutateAsync } = useRevokeToken();
  return (
    <ConfirmDialog
      danger
      title={t('tokens.revoke_question')}
      description={t('tokens.revoke_message', { team })}
      action={t('tokens.revoke')}
      onConfirm={() => mutateAsync(id)}
      done={t('tokens.revoke_done')}
      failed={t('tokens.revoke_failed')}
      onClose={onClose}
    />
  );
}
