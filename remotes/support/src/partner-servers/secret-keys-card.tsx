import { useState } from 'react';
import type { PartnerMode } from '@bank/contracts/partner-applications';
import type { SecretKey } from '@bank/contracts/partner-servers';
import { failureText } from '@bank/client/call-failure';
import { ConfirmDialog } from '@bank/client/confirm-dialog';
import { QueryTable } from '@bank/client/query-table';
import { useFormat } from '@bank/i18n/use-format';
import { Badge } from '@bank/ui/badge';
import { Button } from '@bank/ui/button';
import { Card } from '@bank/ui/card';
import type { Column } from '@bank/ui/data-table';
import { EmptyState } from '@bank/ui/empty-state';
import { Stack } from '@bank/ui/layout';
import { useToast } from '@bank/ui/toast';
import { ModeButtons } from '../partners/mode-buttons';
import { useNewSecretKey, useRevokeSecretKey, useSecretKeys } from './partner-servers.api';
import { ShownSecret } from './shown-secret';
import { useServerTexts } from './texts';
import styles from './webhooks-card.module.css';

/** The secret keys with which a partner's servers read its applications. */
export function SecretKeysCard({ partnerId }: { partnerId: number }) {
  const { t } = useServerTexts();
  const query = useSecretKeys(partnerId);
  const [revoked, setRevoked] = useState<SecretKey>();
  return (
    <Card title={t('keys.title')} actions={<NewKeys partnerId={partnerId} />}>
      <Stack>
        <p className={styles.lead}>{t('keys.lead')}</p>
        <QueryTable
          dense
          caption={t('keys.title')}
          columns={useColumns(setRevoked)}
          query={query}
          rowsOf={({ keys }) => keys}
          rowKey={({ id }) => id}
          failed={t('failed')}
          failedMessage={t('failed_message')}
          empty={<EmptyState icon="key-round" title={t('keys.empty')} message={t('keys.empty_message')} />}
        />
      </Stack>
      {revoked && <RevokeKey partnerId={partnerId} chosen={revoked} onClose={() => setRevoked(undefined)} />}
    </Card>
  );
}

function NewKeys({ partnerId }: { partnerId: number }) {
  const { t } = useServerTexts();
  const { show } = useToast();
  const { mutate, isPending, variables } = useNewSecretKey(partnerId);
  const [secret, setSecret] = useState<string>();
  const create = (mode: PartnerMode) =>
    mutate(mode, {
      onSuccess: (created) => setSecret(created.secret),
      onError: (error) => {
        show({ type: 'error', message: failureText(error, { failed: t('keys.failed') }) });
      },
    });
  return (
    <>
      <ModeButtons
        labels={{ live: t('keys.new_live'), test: t('keys.new_test') }}
        pending={isPending ? variables : undefined}
        onChoose={create}
      />
      {secret !== undefined && (
        <ShownSecret title={t('keys.made')} secret={secret} onClose={() => setSecret(undefined)} />
      )}
    </>
  );
}

function useColumns(revoke: (key: SecretKey) => void): Column<SecretKey>[] {
  const { t } = useServerTexts();
  const { date, dateTime } = useFormat();
  return [
    {
      key: 'key',
      header: t('keys.key'),
      primary: true,
      cell: ({ hint }) => <code translate="no">{hint}</code>,
    },
    { key: 'created', header: t('keys.created'), cell: ({ created_at }) => date(created_at) },
    {
      key: 'used',
      header: t('keys.used'),
      cell: ({ last_used_at }) => (last_used_at === null ? t('keys.never') : dateTime(last_used_at)),
    },
    {
      key: 'state',
      header: t('keys.state'),
      cell: ({ revoked_at }) =>
        revoked_at === null ? t('keys.valid') : <Badge>{t('keys.revoked', { day: date(revoked_at) })}</Badge>,
    },
    {
      key: 'actions',
      header: t('actions'),
      headerHidden: true,
      cell: (key) =>
        key.revoked_at === null && (
          <Button
            variant="quiet"
            size="small"
            aria-label={t('keys.revoke_label', { key: key.hint })}
            onClick={() => revoke(key)}
          >
            {t('keys.revoke')}
          </Button>
        ),
    },
  ];
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
