import type { KeyboardEvent } from 'react';
import { Button } from '@bank/ui/button';
import { Icon } from '@bank/ui/icon';
import { Cluster, Stack } from '@bank/ui/layout';
import { TextField } from '@bank/ui/text-field';
import { usePayeeTexts } from '../payees/texts';
import { useTransferTexts } from './texts';
import { noPayee } from './payee-choice';
import { PayeeButtons } from './payee-buttons';
import type { TypedOrder } from './transfer-order';
import styles from './transfer.module.css';
import type { Fill, Finder } from './use-finder';
import type { TransferForm } from './use-transfer';

interface RecipientEntryProps {
  form: TransferForm;
  idOf: (field: keyof TypedOrder) => string;
  finder: Finder;
  fill: Fill;
}

/** The recipient: one who is chosen, by name, or the one entry that finds one. */
export function RecipientEntry({ form, idOf, finder, fill }: RecipientEntryProps) {
  const [to, label] = form.watch(['to', 'recipient_label']);
  if (label !== '')
    return <Chosen form={form} onChange={() => fill({ ...noPayee, to: 'customer' }, 'recipient_id')} />;
  return to === 'customer' ? <Entry form={form} idOf={idOf} finder={finder} /> : null;
}

function Chosen({ form, onChange }: { form: TransferForm; onChange: () => void }) {
  const { t } = usePayeeTexts();
  const [to, name, account] = form.watch(['to', 'recipient_label', 'recipient_account']);
  return (
    <div className={styles.chosen}>
      <Icon name={to === 'customer' ? 'user' : 'landmark'} />
      <p className={styles.chosenName}>
        <strong>{name}</strong>
        <span className={styles.note}>{to === 'customer' ? 'Bank PCS' : account}</span>
      </p>
      <Button variant="quiet" size="small" onClick={onChange}>
        {t('find_change')}
      </Button>
    </div>
  );
}

/** @name, e-mail, telephone, IBAN of this bank or another, or a name that the person has paid or saved. */
function Entry({ form, idOf, finder }: Omit<RecipientEntryProps, 'fill'>) {
  const { t } = usePayeeTexts();
  const { t: shared } = useTransferTexts();
  const { register, watch, errorOf } = form;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    // Enter would send the form that the field is in.
    event.preventDefault();
    finder.find();
  };
  return (
    <Stack gap={12}>
      <TextField
        id={idOf('recipient_id')}
        required
        label={shared('transfer.recipient')}
        hint={t('find_hint')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        error={finder.failure ?? errorOf('recipient_id')}
        onKeyDown={onKeyDown}
        {...register('recipient_id', { onChange: finder.forget })}
      />
      <Cluster gap={8}>
        {watch('recipient_id').trim() !== '' && (
          <Button variant="secondary" size="small" loading={finder.isSearching} onClick={() => finder.find()}>
            {t('find_submit')}
          </Button>
        )}
        <PayeeButtons choices={finder.choices} onChoose={finder.take} />
      </Cluster>
    </Stack>
  );
}
