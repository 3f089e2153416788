import { useEffect, useRef } from 'react';
import { ApiError } from '@bank/client/api';
import { useReworded } from '@bank/i18n/texts';
import { Alert } from '@bank/ui/alert';
import { Button } from '@bank/ui/button';
import { CheckboxField } from '@bank/ui/checkbox-field';
import { Icon } from '@bank/ui/icon';
import { Stack } from '@bank/ui/layout';
import { useFocusAfter } from '@bank/ui/use-focus-after';
import styles from './payee-check.module.css';
import type { Payee, PayeeVerification } from './payees.api';
import { usePayeeTexts } from './texts';

interface PayeeCheckProps {
  payee: Payee;
  verification: PayeeVerification;
  /** Replaces the typed name by the holder's. */
  onTakeName: (name: string) => void;
  /** The second confirmation of a name that does not match. */
  accepted: boolean;
  onAccept: (accepted: boolean) => void;
  /** It was sent without the second confirmation. */
  isRefused: boolean;
}

/** The verification of payee, which takes the focus of the button that took the holder's name. */
export function PayeeCheck(props: PayeeCheckProps) {
  const words = useFocusAfter<HTMLDivElement>(props.verification.data?.result === 'close_match');
  return (
    <Stack ref={words} tabIndex={-1}>
      <Result {...props} />
    </Stack>
  );
}

/** The result, with what a person can do about it. */
function Result({ payee, verification, ...props }: PayeeCheckProps) {
  const { t } = usePayeeTexts();
  const { data, error, isPending } = verification;
  if (isPending) {
    return (
      <p role="status" className={styles.quiet}>
        {t('checking')}
      </p>
    );
  }
  if (data === null) return null;
  if (!data) return <CheckFailed error={error} />;
  if (data.own_account) return <Alert title={t('own_title')}>{t('own_message')}</Alert>;
  if (data.result === 'match') {
    return (
      <p role="status" className={styles.match}>
        <Icon name="circle-check" size={16} />
        {t('match')}
      </p>
    );
  }
  if (data.result === 'not_possible') {
    return <Alert title={t('not_possible_title')}>{t('not_possible_message')}</Alert>;
  }
  if (data.result === 'close_match' && data.name) return <CloseMatch name={data.name} {...props} />;
  return <NoMatch name={payee.name} {...props} />;
}

function CheckFailed({ error }: { error: unknown }) {
  const { t } = usePayeeTexts();
  const reason = useReworded(error instanceof ApiError ? error.message : undefined);
  return (
    <Alert title={t('not_possible_title')}>
      {reason === undefined
        ? t('not_possible_message')
        : t('check_failed', { reason: reason.replace(/\.$/, '') })}
    </Alert>
  );
}

function CloseMatch({ name, onTakeName }: { name: string } & Pick<PayeeCheckProps, 'onTakeName'>) {
  const { t } = usePayeeTexts();
  return (
    <Alert title={t('close_title')}>
      <p>{t('close_message', { name })}</p>
      <p className={styles.action}>
        <Button variant="secondary" size="small" icon="check" onClick={() => onTakeName(name)}>
          {t('close_take')}
        </Button>
      </p>
    </Alert>
  );
}

type NoMatchProps = { name: string } & Pick<PayeeCheckProps, 'accepted' | 'onAccept' | 'isRefused'>;

function NoMatch({ name, accepted, onAccept, isRefused }: NoMatchProps) {
  const { t } = usePayeeTexts();
  const box = useRef<HTMLInputElement>(null);
  const isMissing = isRefused && !accepted;
  useEffect(() => {
    if (isMissing) box.current?.focus();
  }, [isMissing]);
  return (
    <>
      <Alert tone="warning" title={t('no_match_title')}>
        {t('no_match_message', { name })}
      </Alert>
      <CheckboxField
        ref={box}
        label={t('no_match_confirm')}
        checked={accepted}
        onChange={({ currentTarget }) => onAccept(currentTarget.checked)}
        {...(isMissing && { error: t('no_match_required') })}
      />
    </>
  );
}
