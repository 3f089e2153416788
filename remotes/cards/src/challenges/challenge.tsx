import { useId, useRef, useState } from 'react';
import type { CardChallenge } from '@bank/contracts/card-challenges';
import { failureText, hasNoAnswer } from '@bank/client/call-failure';
import { useFormat } from '@bank/i18n/use-format';
import { Alert } from '@bank/ui/alert';
import { Button } from '@bank/ui/button';
import { DescriptionList, Fact } from '@bank/ui/description-list';
import { Cluster } from '@bank/ui/layout';
import { useToast } from '@bank/ui/toast';
import { answerChallenge, useOutcomeOf } from './challenges.api';
import styles from './challenges.module.css';
import { useChallengeTexts } from './texts';

interface ChallengeProps {
  challenge: CardChallenge;
  /** Ms since 1970. */
  now: number;
  /** Takes the focus, which leaves the page with the buttons. */
  onAnswered: () => void;
}

/** One payment with what its holder recognises it by, and the two answers. */
export function Challenge({ challenge, now, onAnswered }: ChallengeProps) {
  const { t } = useChallengeTexts();
  const format = useFormat();
  const id = useId();
  const { answer, sending, error } = useAnswer(challenge, onAnswered);
  const { merchant, amount, currency, account_amount: worth, account_currency: own } = challenge;
  const left = Math.max(0, Math.round((Date.parse(challenge.expires_at) - now) / 1_000));
  return (
    <li className={styles.challenge} aria-labelledby={id}>
      <h2 id={id} className={styles.amount}>
        {t('asked', { amount: format.amount(amount, currency), merchant })}
      </h2>
      <DescriptionList>
        <Fact name={t('merchant')}>{merchant}</Fact>
        <Fact name={t('amount')}>{format.amount(amount, currency)}</Fact>
        <Fact name={t('account_amount')}>
          {currency !== own && worth !== null && t('about', { amount: format.amount(worth, own) })}
        </Fact>
        <Fact name={t('card')}>{challenge.card_number.slice(-4).padStart(8, '•')}</Fact>
        <Fact name={t('left')}>
          <span role="timer">
            {t('left_value', { minutes: Math.floor(left / 60), seconds: twoDigits(left % 60) })}
          </span>
        </Fact>
      </DescriptionList>
      {error && <Alert tone="danger">{error}</Alert>}
      <Cluster>
        <Button icon="check" loading={sending === 'approve'} onClick={() => void answer('approve')}>
          {t('approve')}
        </Button>
        <Button
          variant="danger"
          icon="x"
          loading={sending === 'refuse'}
          onClick={() => void answer('refuse')}
        >
          {t('refuse')}
        </Button>
      </Cluster>
    </li>
  );
}

type Answer = 'approve' | 'refuse';
const outcomes = { approve: 'approved', refuse: 'refused' } as const;

function useAnswer(challenge: CardChallenge, onAnswered: () => void) {
  const { t } = useChallengeTexts();
  const { show } = useToast();
  const outcome = useOutcomeOf(challenge);
  const { id, merchant } = challenge;
  const [sending, setSending] = useState<Answer>();
  const [error, setError] = useState<string>();
  /** Two answers at once would contradict each other. */
  const isBusy = useRef(false);
  const succeed = (chosen: Answer) => {
    show({ type: 'success', message: t(`done_${chosen}`, { merchant }) });
    onAnswered();
  };
  const fail = async (failure: unknown, chosen: Answer) => {
    // It may have been answered elsewhere, or by this very call.
    const state = await outcome();
    if (state === outcomes[chosen] && hasNoAnswer(failure)) return succeed(chosen);
    const message = failureText(failure, { failed: t('answer_failed'), offline: t('offline') });
    if (state === undefined) return setError(message);
    // The payment leaves the page with its buttons, and with what is written beside them.
    show({ type: 'error', message });
    onAnswered();
  };
  const answer = async (chosen: Answer) => {
    if (isBusy.current) return;
    isBusy.current = true;
    setSending(chosen);
    setError(undefined);
    try {
      await answerChallenge(id, chosen);
      succeed(chosen);
      await outcome();
    } catch (failure) {
      await fail(failure, chosen);
    }
    isBusy.current = false;
    setSending(undefined);
  };
  return { answer, sending, error };
}

const twoDigits = (count: number) => String(count).padStart(2, '0');
