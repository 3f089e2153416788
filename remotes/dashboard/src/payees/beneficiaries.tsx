import { useState } from 'react';
import { inGroupsOfFour } from '@bank/contracts/account-number';
import type { Beneficiary } from '@bank/contracts/payees';
import { isOffline } from '@bank/client/call-failure';
import { ConfirmDialog } from '@bank/client/confirm-dialog';
import { writeDraft } from '@bank/client/draft';
import { QueryTable } from '@bank/client/query-table';
import { useNavigate } from '@bank/client/router';
import { useSession } from '@bank/client/session';
import { useIdempotencyKey } from '@bank/client/use-idempotency-key';
import { useUrlDialog } from '@bank/client/use-url-dialog';
import { useFormat } from '@bank/i18n/use-format';
import { Button } from '@bank/ui/button';
import { Card } from '@bank/ui/card';
import { CellActions, CellDetail, CellLines } from '@bank/ui/cell';
import type { Column } from '@bank/ui/data-table';
import { Dialog } from '@bank/ui/dialog';
import { EmptyState } from '@bank/ui/empty-state';
import { bookChoice } from '../transfers/payee-choice';
import { transferDraft } from '../transfers/transfer-draft';
import { BeneficiaryForm, payeeDraft } from './beneficiary-form';
import { NoteForm } from './note-form';
import { useBeneficiaries, useRemoveBeneficiary } from './payees.api';
import styles from './payees-page.module.css';
import { usePayeeTexts } from './texts';

/** The address book: its entries, adding and removing one. */
export function Beneficiaries({ onRemoved }: { onRemoved: () => void }) {
  const { t } = usePayeeTexts();
  const query = useBeneficiaries();
  const { isOpen, open, close } = useUrlDialog('add-beneficiary');
  const intent = useIdempotencyKey(payeeDraft);
  const [removing, setRemoving] = useState<Beneficiary>();
  const [noting, setNoting] = useState<Beneficiary>();
  const columns = useColumns(setRemoving, setNoting);
  const closeNote = () => setNoting(undefined);
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
      {noting && (
        <Dialog open size="small" onClose={closeNote} title={t('note_title', { name: noting.name })}>
          <NoteForm beneficiary={noting} onDone={closeNote} />
        </Dialog>
      )}
      <Dialog open={isOpen} onClose={close} title={t('add')} description={t('add_lead')}>
        <BeneficiaryForm intent={intent} onDone={close} />
      </Dialog>
    </Card>
  );
}

type Act = (beneficiary: Beneficiary) => void;

function useColumns(onRemove: Act, onNote: Act): Column<Beneficiary>[] {
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
        <div className={styles.actions}>
          <CellActions>
            <SendTo beneficiary={beneficiary} />
            <Button
              variant="quiet"
              size="small"
              icon="pencil"
              aria-label={t('note_of', { name: beneficiary.name })}
              onClick={() => onNote(beneficiary)}
            >
              {t('note')}
            </Button>
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
        </div>
      ),
    },
  ];
}

/** Opens the transfer form with this recipient filled in. */
function SendTo({ beneficiary }: { beneficiary: Beneficiary }) {
  const { t } = usePayeeTexts();
  const { user } = useSession();
  const navigate = useNavigate();
  if (!user) return null;
  const send = () => {
    writeDraft(user.id, transferDraft, bookChoice(beneficiary).values);
    void navigate('/dashboard?action=transfer');
  };
  return (
    <Button
      variant="secondary"
      size="small"
      icon="send"
      aria-label={t('send_to', { name: beneficiary.name })}
      onClick={send}
    >
      {t('send')}
    </Button>
  );
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
