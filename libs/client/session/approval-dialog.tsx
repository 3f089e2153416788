import { type RefObject, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { inGroupsOfFour } from '@bank/contracts/account-number';
import type {
  ApprovalGiven,
  ApprovalMethod,
  AskedApproval,
  CallApproval,
} from '@bank/contracts/call-approvals';
import { compact } from '@bank/contracts/invisible-marks';
import type { AuthenticationOptions, PasskeyAssertion } from '@bank/contracts/passkeys';
import { useFormat } from '@bank/i18n/use-format';
import { Alert } from '@bank/ui/alert';
import { Button } from '@bank/ui/button';
import { CodeField } from '@bank/ui/code-field';
import { DescriptionList, Fact } from '@bank/ui/description-list';
import { Dialog } from '@bank/ui/dialog';
import { FormActions } from '@bank/ui/form-actions';
import { Cluster, Stack } from '@bank/ui/layout';
import { Segmented } from '@bank/ui/segmented';
import { api, ApiError, newIdempotencyKey } from '../http/api';
import { useApprovalTexts } from './approval-texts';

export interface ApprovalDialogProps {
  asked: AskedApproval;
  /** The approval was given. */
  onToken: (token: string) => void;
  /** It can no longer be given. */
  onOver: (error: ApiError) => void;
  onCancel: () => void;
}

/** Shows what a call will do, and asks for a code, or a passkey, until one is right. */
export function ApprovalDialog({ asked, onToken, onOver, onCancel }: ApprovalDialogProps) {
  const { t } = useApprovalTexts();
  const [method, setMethod] = useState<ApprovalMethod>(asked.methods[0] ?? 'email');
  const input = useRef<HTMLInputElement>(null);
  const { isSending, error, setError, prove } = useProof(asked, { onToken, onOver });
  const cancel = () => {
    if (isSending) return;
    // Whether it arrives does not matter: an approval that nobody gives ends by itself.
    void api.delete(`/approvals/${asked.id}`).catch(() => undefined);
    onCancel();
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (method === 'passkey') return void prove({ method });
    const code = compact(String(new FormData(event.currentTarget).get('code')));
    if (/^\d{6}$/.test(code)) void prove({ method, code });
    else setError(t('required'));
  };
  useEffect(() => {
    if (error && !isSending) input.current?.focus();
  }, [error, isSending]);
  return (
    <Dialog
      open
      size="small"
      title={t('title')}
      description={t('lead')}
      initialFocus={input}
      onClose={cancel}
    >
      <Stack as="form" noValidate onSubmit={submit}>
        <Summary {...asked} />
        {asked.methods.length > 1 && (
          <Segmented
            label={t('kind')}
            value={method}
            onChange={(chosen) => {
              setError(undefined);
              setMethod(chosen);
            }}
            options={asked.methods.map((value) => ({ value, label: t(`method_${value}`) }))}
          />
        )}
        <Proof asked={asked} method={method} input={input} error={error} onOver={onOver} />
        <FormActions submit={t('submit')} isSending={isSending} onCancel={cancel} />
      </Stack>
    </Dialog>
  );
}

/** The amount and the payee, so that nobody confirms another payment than theirs. */
function Summary({ summary }: AskedApproval) {
  const { t } = useApprovalTexts();
  const format = useFormat();
  const { action, amount, currency, payee, account, detail } = summary;
  return (
    <DescriptionList stacked>
      <Fact name={t('action')}>{t(action)}</Fact>
      <Fact name={t('amount')}>
        {amount !== undefined && <strong>{format.amount(amount, currency)}</strong>}
      </Fact>
      <Fact name={t('payee')}>{payee}</Fact>
      <Fact name={t('account')}>{account && <span className="account-number">{printed(account)}</span>}</Fact>
      <Fact name={t('detail')}>{detail}</Fact>
    </DescriptionList>
  );
}

/** In groups, to compare it with the bank details; one abroad has its bank's BIC before it. */
const printed = (account: string) => (account.includes(' ') ? account : inGroupsOfFour(account));

interface ProofProps {
  asked: AskedApproval;
  method: ApprovalMethod;
  input: RefObject<HTMLInputElement | null>;
  error: string | undefined;
  onOver: ApprovalDialogProps['onOver'];
}

function Proof({ asked, method, input, error, onOver }: ProofProps) {
  const { t } = useApprovalTexts();
  const format = useFormat();
  const isMessage = method === 'email' || method === 'sms';
  const time = format.time(asked.expires_at);
  if (method === 'passkey') {
    return (
      <>
        {error && <Alert tone="danger">{error}</Alert>}
        <p>{t('hint_passkey')}</p>
        <p>{t('expiry_factor', { time, id: asked.id })}</p>
      </>
    );
  }
  return (
    <>
      <CodeField
        ref={input}
        name="code"
        label={t('code')}
        hint={t(`hint_${method}`)}
        error={error}
        aria-required
      />
      <p>{t(isMessage ? 'expiry' : 'expiry_factor', { time, id: asked.id })}</p>
      {isMessage && <Resend asked={asked} onOver={onOver} />}
    </>
  );
}

function Resend({ asked, onOver }: Pick<ProofProps, 'asked' | 'onOver'>) {
  const { t } = useApprovalTexts();
  const [state, setState] = useState<'sending' | 'sent' | ApiError>();
  const [idempotencyKey, setKey] = useState(newIdempotencyKey);
  const resend = async () => {
    setState('sending');
    try {
      await api.post(`/approvals/${asked.id}/code`, undefined, { idempotencyKey });
      setState('sent');
      setKey(newIdempotencyKey());
    } catch (error) {
      if (isOver(error)) onOver(error);
      else setState(error as ApiError);
    }
  };
  return (
    <>
      {state === 'sent' && <Alert tone="success">{t('resent')}</Alert>}
      {state instanceof ApiError && <Alert tone="danger">{state.message}</Alert>}
      <Cluster>
        <Button variant="quiet" size="small" loading={state === 'sending'} onClick={() => void resend()}>
          {t('resend')}
        </Button>
      </Cluster>
    </>
  );
}

interface GivenProof {
  method: ApprovalMethod;
  /** Of every method but a passkey, which is asked for when it is used. */
  code?: string;
}

function useProof(
  { id }: AskedApproval,
  { onToken, onOver }: Pick<ApprovalDialogProps, 'onToken' | 'onOver'>,
) {
  const { t } = useApprovalTexts();
  const [isSending, setIsSending] = useState(false);
  const [error, setError] = useState<string>();
  const prove = async (proof: GivenProof) => {
    setIsSending(true);
    setError(undefined);
    try {
      const assertion = proof.method === 'passkey' ? { assertion: await assertionFor(id) } : {};
      const { approval_token } = await api.post<ApprovalGiven>(`/approvals/${id}`, {
        ...proof,
        ...assertion,
      });
      return onToken(approval_token);
    } catch (failure) {
      if (isOver(failure)) return onOver(failure);
      setError(failure instanceof ApiError ? await withTries(failure) : t('passkey_unused'));
    }
    setIsSending(false);
  };
  /** The refusal with the number of tries that are left, where that can be found out. */
  const withTries = async ({ code, message }: ApiError) => {
    if (code !== 'APPROVAL_CODE_WRONG') return message;
    const state = await api.get<CallApproval>(`/approvals/${id}`, { passive: true }).catch(() => undefined);
    return state ? t('tries', { error: message, count: state.tries_left }) : message;
  };
  return { isSending, error, setError, prove };
}

/**
 * The assertion of a passkey over exactly this approval; an empty one where it has no options, since it is over: the server
 * then refuses it in its own words. @throws the browser's error when the person cancels.
 */
async function assertionFor(id: number): Promise<PasskeyAssertion | Record<string, never>> {
  const { assertionOf } = await import('./passkeys');
  const { passkey_options: options } = await api.get<CallApproval>(`/approvals/${id}`);
  return options ? assertionOf(options as AuthenticationOptions) : {};
}

const isOver = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.code === 'APPROVAL_OVER' || error.status === 404);
