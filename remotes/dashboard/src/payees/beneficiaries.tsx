import { useState } from 'react';
import { inGroupsOfFour } from '@bank/contracts/account-number';
import type { Beneficiary } from '@bank/contracts/payees';
import { isOffline } from '@bank/client/call-failure';
import { ConfirmDialog } from '@bank/client/confirm-dialog';
import { QueryTable } from '@bank/client/query-table';
import { useIdempotencyKey } from '@bank/client/use-idempotency-key';
import { useUrlDialog } from '@bank/client/use-url-dialog';
import { useFormat } from '@bank/i18n/use-format';
import { Button } from '@bank/ui/button';
import { Card } from '@bank/ui/card';
import { CellActions, CellDetail, CellLines } from '@bank/ui/cell';
import type { Column } from '@bank/ui/data-table';
import { Dialog } from '@bank/ui/dialog';
import { EmptyState } from '@bank/ui/empty-state';
import { BeneficiaryForm } from './beneficiary-form';
import { useBeneficiaries, useRemoveBeneficiary } from './payees.api';
import styles from './payees-page.module.css';
import { usePayeeTexts } from './texts';

/** The address book: its entries, adding and removing one. */
export function Beneficiaries({ onRemoved }: { onRemoved: () => void }) {
  const { t } = usePayeeTexts();
  const query = useBeneficiaries();
  const { isOpen, open, close } = useUrlDialog('add-beneficiary');
  const intent = useIdempotencyKey();
  const [removing, setRemoving] = useState<Beneficiary>();
  const columns = useColumns(setRemoving);
  const isEmpty = query.data?.beneficiaries.length === 0;
  const add = (
    <Button variant="secondary" icon="user-plus" onClick={open}>
      {t('add')}
    </Button>
  );
  return (
    <Card title={t('book')} actions={!isEmpty && add}>
      <p className={styles.lead}>{t('book_lead')}</p>
      <QueryTable
        wide
        caption={t('book')}
        columns={columns}
        query={query}
        rowsOf={({ beneficiaries }) => beneficiaries}
        rowKey={({ id }) => id}
        loadingRows={2}
        empty={
          <EmptyState icon="users" title={t('book_empty')} message={t('book_empty_message')} action={add} />
        }
        failed={t(isOffline(query.error) ? 'failed_network' : 'book_failed')}
        failedMessage={t('failed_message')}
        keepsRows
      />
      {removing && (
        <RemoveBeneficiary
          beneficiary={removing}
          onClose={() => setRemoving(undefined)}
          onRemoved={onRemoved}
        />
      )}
      <Dialog open={isOpen} onClose={close} title={t('add')} description={t('add_lead')}>
        <BeneficiaryForm intent={intent} onDone={close} />
      </Dialog>
    </Card>
  );
}

function useColumns(onRemove: (beneficiary: Beneficiary) => void): Column<Beneficiary>[] {
  const { t } = usePayeeTexts();
  const { date } = useFormat();
  return [
    {
      key: 'name',
      header: t('name'),
      primary: true,
      cell: ({ name, label }) => (
        <CellLines>
          {name}
          {label && <CellDetail>{label}</CellDetail>}
        </CellLines>
      ),
    },
    {
      key: 'account',
      header: t('account'),
      cell: ({ account, bic }) => (
        <CellLines>
          <span className="account-number">{inGroupsOfFour(account)}</span>
          {bic && <CellDetail>{bic}</CellDetail>}
        </CellLines>
      ),
    },
    {
      key: 'used',
      header: t('last_used'),
      cell: ({ last_used_at: used }) => (used ? date(used) : t('never_used')),
    },
    {
      key: 'actions',
      header: t('actions'),
      headerHidden: true,
      align: 'end',
      cell: (beneficiary) => (
        <CellActions>
          <Button
            variant="quiet"
            size="small"
            icon="trash-2"
            aria-label={t('remove_of', { name: beneficiary.name })}
            onClick={() => onRemove(beneficiary)}
          >
            {t('remove')}
          </Button>
        </CellActions>
      ),
    },
  ];
}

interface RemoveBeneficiaryProps {
  beneficiary: Beneficiary;
  onClose: () => void;
  onRemoved: () => void;
}

function RemoveBeneficiary({ beneficiary, onClose, onRemoved }: RemoveBeneficiaryProps) {
  const { t } = usePayeeTexts();
  const { mutateAsync } = useRemoveBeneficiary();
  const { name } = beneficiary;
  return (
    <ConfirmDialog
      danger
      title={t('remove_title', { name })}
      description={t('remove_message')}
      action={t('remove_confirm')}
      onConfirm={() => mutateAsync(beneficiary)}
      done={t('removed', { name })}
      failed={t('remove_failed')}
      onDone={() => {
        onClose();
        onRemoved();
      }}
      onClose={onClose}
    />
  );
}
