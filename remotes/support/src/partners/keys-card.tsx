import type { PartnerMode } from '@bank/contracts/partner-applications';
import { modeOfKey, type Partner, type PartnerKey } from '@bank/contracts/partners';
import { failureText } from '@bank/client/call-failure';
import { useNavigate } from '@bank/client/router';
import { useUrlDetails } from '@bank/client/use-url-details';
import { useFormat } from '@bank/i18n/use-format';
import { Badge } from '@bank/ui/badge';
import { Button } from '@bank/ui/button';
import { Card } from '@bank/ui/card';
import { CopyButton } from '@bank/ui/copy-button';
import { type Column, DataTable } from '@bank/ui/data-table';
import { Cluster } from '@bank/ui/layout';
import { useToast } from '@bank/ui/toast';
import styles from './keys-card.module.css';
import { useMayChange } from './may-change';
import { ModeButtons } from './mode-buttons';
import { useAddKey, useRevokeKey } from './partners.api';
import { usePartnerTexts } from './texts';
import { ConfirmDialog } from '@bank/client/confirm-dialog';

/** The keys of a partner; several may be active, for rotation. */
export function KeysCard({ partner }: { partner: Partner }) {
  const { t } = usePartnerTexts();
  const { show } = useToast();
  const { mutate, isPending, variables } = useAddKey(partner.id);
  const revoking = useUrlDetails('revoke');
  const navigate = useNavigate();
  const mayChange = useMayChange();
  const chosen = partner.keys.find(({ id, revoked_at }) => id === revoking.open && revoked_at === null);
  const columns = useColumns((id) => void navigate(revoking.addressOf(id)));
  const add = (mode: PartnerMode) =>
    mutate(mode, {
      onSuccess: () => show({ type: 'success', message: t('keys.added') }),
      onError: (error) => {
        show({ type: 'error', message: failureText(error, { failed: t('keys.add_failed') }) });
      },
    });
  return (
    <Card
      title={t('keys.title')}
      actions={
        mayChange && (
          <ModeButtons
            labels={{ live: t('keys.add'), test: t('keys.add_test') }}
            pending={isPending ? variables : undefined}
            onChoose={add}
          />
        )
      }
    >
      <p className={styles.lead}>{t('keys.lead')}</p>
      <DataTable
        dense
        caption={t('keys.title')}
        columns={columns}
        rows={partner.keys}
        rowKey={({ id }) => id}
      />
      {mayChange && chosen && <RevokeKey partnerId={partner.id} chosen={chosen} onClose={revoking.close} />}
    </Card>
  );
}

function useColumns(revoke: (id: number) => void): Column<PartnerKey>[] {
  const { t } = usePartnerTexts();
  const mayChange = useMayChange();
  const { date } = useFormat();
  return [
    {
      key: 'key',
      header: t('keys.key'),
      primary: true,
      cell: ({ key }) => (
        <code className={styles.key} translate="no">
          {key}
        </code>
      ),
    },
    { key: 'created', header: t('keys.created'), cell: ({ created_at }) => date(created_at) },
    {
      key: 'state',
      header: t('keys.state'),
      cell: ({ key, revoked_at: revoked }) => (
        <Cluster gap={4}>
          {modeOfKey(key) === 'test' && <Badge>{t('keys.test')}</Badge>}
          {revoked === null ? t('keys.valid') : <Badge>{t('keys.revoked', { day: date(revoked) })}</Badge>}
        </Cluster>
      ),
    },
    {
      key: 'actions',
      header: t('keys.actions'),
      headerHidden: true,
      cell: ({ id, key, revoked_at }) =>
        revoked_at === null && (
          <Cluster gap={8}>
            <CopyButton
              text={key}
              label={t('keys.copy')}
              fullLabel={t('keys.copy_label', { key })}
              done={t('keys.copied')}
            />
            {mayChange && (
              <Button
                variant="quiet"
                size="small"
                aria-label={t('keys.revoke_label', { key })}
                onClick={() => revoke(id)}
              >
                {t('keys.revoke')}
              </Button>
            )}
          </Cluster>
        ),
    },
  ];
}

interface RevokeKeyProps {
  partnerId: number;
  chosen: PartnerKey;
  onClose: () => void;
}

function RevokeKey({ partnerId, chosen, onClose }: RevokeKeyProps) {
  const { t } = usePartnerTexts();
  const { mutateAsync } = useRevokeKey(partnerId);
  return (
    <ConfirmDialog
      danger
      title={t('keys.revoke_question')}
      description={t('keys.revoke_message', { key: chosen.key })}
      action={t('keys.revoke')}
      onConfirm={() => mutateAsync(chosen.id)}
      done={t('keys.revoke_done')}
      failed={t('keys.revoke_failed')}
      onClose={onClose}
    />
  );
}
