import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { ApiError } from '@bank/client/api';
import { failureText } from '@bank/client/call-failure';
import { useMutation } from '@bank/client/query';
import { Button } from '@bank/ui/button';
import { Stack } from '@bank/ui/layout';
import { TextField } from '@bank/ui/text-field';
import { resolvePayee } from '../payees/payees.api';
import { usePayeeTexts } from '../payees/texts';
import styles from './transfer.module.css';

interface FindCustomerProps {
  /** The number of the customer who was found. */
  onFound: (id: number) => void;
}

/** Finds a customer's number for who does not know it; opened on request, since most do. */
export function FindCustomer(props: FindCustomerProps) {
  const { t } = usePayeeTexts();
  const [isOpen, setIsOpen] = useState(false);
  if (isOpen) return <CustomerSearch {...props} />;
  return (
    <div className={styles.offer}>
      <Button variant="quiet" size="small" onClick={() => setIsOpen(true)}>
        {t('find_open')}
      </Button>
    </div>
  );
}

/** A search by @name, e-mail or telephone; shows first name and initial for the payer to recognise. */
function CustomerSearch({ onFound }: FindCustomerProps) {
  const { t } = usePayeeTexts();
  const id = useId();
  const [typed, setTyped] = useState('');
  const search = useMutation({
    mutationFn: resolvePayee,
    onSuccess: (found) => found.kind === 'customer' && onFound(found.recipient_id),
  });
  const failure = useFailure(search);
  useEffect(() => document.getElementById(id)?.focus(), [id]);
  const find = () => {
    if (typed.trim() !== '' && !search.isPending) search.mutate(typed.trim());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    // Enter would send the form that the field is in.
    event.preventDefault();
    find();
  };
  return (
    <Stack gap={8}>
      <TextField
        id={id}
        autoComplete="off"
        label={t('find_title')}
        hint={t('find_hint')}
        maxLength={254}
        value={typed}
        error={failure}
        onChange={({ target }) => {
          setTyped(target.value);
          search.reset();
        }}
        onKeyDown={onKeyDown}
      />
      <div>
        <Button variant="secondary" size="small" loading={search.isPending} onClick={find}>
          {t('find_submit')}
        </Button>
      </div>
      <p role="status" className={styles.note}>
        {search.data?.kind === 'customer' &&
          t('find_found', { name: search.data.name, id: search.data.recipient_id })}
      </p>
    </Stack>
  );
}

/** Why no one was found: the server's reason, or that the text names an account of another bank. */
function useFailure({ error, data }: { error: unknown; data?: { kind: string } | undefined }) {
  const { t } = usePayeeTexts();
  if (data?.kind === 'outside') return t('find_outside');
  if (!error) return undefined;
  if (error instanceof ApiError && error.code === 'NOT_FOUND') return t('find_none');
  return failureText(error, { failed: t('find_failed') });
}
