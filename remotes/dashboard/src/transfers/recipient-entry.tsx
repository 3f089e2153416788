import { type KeyboardEvent, useId, useState } from 'react';
import { inGroupsOfFour } from '@bank/contracts/account-number';
import type { PayeeResolved } from '@bank/contracts/payees';
import { ApiError } from '@bank/client/api';
import { failureText } from '@bank/client/call-failure';
import { useMutation } from '@bank/client/query';
import { useSession } from '@bank/client/session';
import { Button } from '@bank/ui/button';
import { Icon } from '@bank/ui/icon';
import { Cluster, Stack } from '@bank/ui/layout';
import { TextField } from '@bank/ui/text-field';
import { resolvePayee, useBeneficiaries } from '../payees/payees.api';
import { usePayeeTexts } from '../payees/texts';
import { bookChoice, customerChoice, noPayee, offered, type PayeeChoice, recentChoice } from './payee-choice';
import { PayeeButtons } from './payee-buttons';
import { useRecentPayees } from './recent-payees.api';
import type { TypedOrder } from './transfer-order';
import styles from './transfer.module.css';
import type { TransferForm } from './use-transfer';

interface RecipientEntryProps {
  form: TransferForm;
  idOf: (field: keyof TypedOrder) => string;
}

/** The recipient: one who is chosen, by name, or the entry that finds one. */
export function RecipientEntry({ form, idOf }: RecipientEntryProps) {
  const { setValue, clearErrors, getValues } = form;
  const fill = (values: Partial<TypedOrder>, focused: keyof TypedOrder) => {
    clearErrors();
    Object.entries(values).forEach(([name, value]) => setValue(name as keyof TypedOrder, value));
    if (values.to === 'customer' && getValues('when') === 'date') setValue('when', 'now');
    // After the fields that the choice shows are there.
    requestAnimationFrame(() => document.getElementById(idOf(focused))?.focus());
  };
  const label = form.watch('recipient_label');
  return label === '' ? (
    <Entry fill={fill} />
  ) : (
    <Chosen form={form} onChange={() => fill(noPayee, 'recipient_id')} />
  );
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
function Entry({ fill }: { fill: (values: Partial<TypedOrder>, focused: keyof TypedOrder) => void }) {
  const { t } = usePayeeTexts();
  const id = useId();
  const { user } = useSession();
  const [typed, setTyped] = useState('');
  const choices = useChoices(typed);
  const take = (choice: PayeeChoice) => fill(choice.values, 'amount');
  const search = useMutation({
    mutationFn: resolvePayee,
    onSuccess: (found) => {
      if (found.kind === 'outside') {
        const recipient_account = inGroupsOfFour(found.account);
        fill({ ...noPayee, to: 'iban', recipient_account }, 'recipient_name');
      } else if (found.recipient_id !== user?.id) take(customerChoice(found.recipient_id, found.name));
    },
  });
  const failure = useFailure(search, user?.id);
  const find = () => {
    const [only] = choices;
    if (typed.trim() === '' || search.isPending) return;
    if (only && choices.length === 1) take(only);
    else search.mutate(typed.trim());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    // Enter would send the form that the field is in.
    event.preventDefault();
    find();
  };
  return (
    <Stack gap={12}>
      <TextField
        id={id}
        label={t('find_title')}
        hint={t('find_hint')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        value={typed}
        error={failure}
        onChange={({ target }) => {
          setTyped(target.value);
          search.reset();
        }}
        onKeyDown={onKeyDown}
      />
      <Cluster gap={8}>
        {typed.trim() !== '' && (
          <Button variant="secondary" size="small" loading={search.isPending} onClick={find}>
            {t('find_submit')}
          </Button>
        )}
        <PayeeButtons choices={choices} onChoose={take} />
      </Cluster>
    </Stack>
  );
}

function useChoices(typed: string): PayeeChoice[] {
  const recent = useRecentPayees().data?.payees ?? [];
  const book = useBeneficiaries().data?.beneficiaries ?? [];
  return offered(typed, recent.map(recentChoice), book.map(bookChoice));
}

/** Why no one was found: the server's reason, or that it is the person themself. */
function useFailure({ error, data }: { error: unknown; data?: PayeeResolved | undefined }, own?: number) {
  const { t } = usePayeeTexts();
  if (data?.kind === 'customer' && data.recipient_id === own) return t('find_self');
  if (!error) return undefined;
  if (error instanceof ApiError && error.code === 'NOT_FOUND') return t('find_none');
  return failureText(error, { failed: t('find_failed') });
}
