import { useEffect, useRef, useState } from 'react';
import { inGroupsOfFour } from '@bank/contracts/account-number';
import { type AskedPayment, askedPaymentOf } from '@bank/contracts/asked-payment';
import { payPath } from '@bank/contracts/routes';
import type { Frame } from '@bank/frame/frame';
import { onPageValues, pageValues } from '@bank/frame/page-values';
import { renewToken } from '@bank/frame/renew-token';
import { useFormat } from '@bank/i18n/use-format';
import { Button } from '@bank/ui/button';
import { DescriptionList, Fact } from '@bank/ui/description-list';
import { useWidgetTexts } from './texts';
import { WidgetFrame } from './widget-frame';
import styles from './widgets.module.css';

/** How long a document's token is used before the frame reads its own document again, ms: below the server's 30 minutes. */
const tokenLifetime = 25 * 60_000;
/** How often its age is compared with the clock, ms: while a device sleeps no timer runs, and the token ends all the same. */
const tokenCheck = 5_000;
/** The time between two attempts, ms. */
const renewalPause = 60_000;

/**
 * Shows what the page asks to be paid, and brings it to the bank in a new tab by a form, as the sign-up does: the browser adds
 * the frame's origin, and no link can bring the same. Nothing is paid here.
 */
export function PayFrame({ frame }: { frame: Frame }) {
  const { send } = frame;
  const [asked, setAsked] = useState(() => askedPaymentOf(pageValues()));
  useEffect(() => onPageValues((values) => setAsked(askedPaymentOf(values))), []);
  const isWrong = asked === undefined;
  useEffect(() => {
    if (isWrong) send({ type: 'error', code: 'value' });
  }, [isWrong, send]);
  return asked && <Asked frame={frame} asked={asked} />;
}

function Asked({ frame, asked }: { frame: Frame; asked: AskedPayment }) {
  const { t } = useWidgetTexts();
  const { amount } = useFormat();
  const { data, send } = frame;
  const [hasGone, setGone] = useState(false);
  const token = useToken(frame);
  const go = () => {
    send({ type: 'step', step: 'done' });
    send({ type: 'complete' });
    setGone(true);
  };
  return (
    <WidgetFrame frame={frame} title={t('pay_title')}>
      <p>{t('pay_lead', { origin: new URL(data.page).host })}</p>
      <p className={styles.figure}>{amount(asked.amount)}</p>
      <DescriptionList>
        <Fact name={t('pay_payee')}>{asked.payee}</Fact>
        <Fact name={t('pay_iban')}>{inGroupsOfFour(asked.iban)}</Fact>
        <Fact name={t('pay_reference')}>{asked.reference}</Fact>
      </DescriptionList>
      {data.mark ? (
        <Button onClick={go}>{t('pay_go')}</Button>
      ) : (
        <form method="post" action={data.bank + payPath} target="_blank" rel="noopener" onSubmit={go}>
          <Hidden partner={data.partner} token={token} page={data.page} iban={asked.iban} />
          <Hidden payee={asked.payee} amount={String(asked.amount)} reference={asked.reference ?? ''} />
          <Button type="submit">{t('pay_go')}</Button>
        </form>
      )}
      <p className={styles.note} role="status">
        {hasGone && t(data.mark ? 'pay_test_gone' : 'pay_gone')}
      </p>
      <p className={styles.note}>{t('pay_note')}</p>
    </WidgetFrame>
  );
}

const Hidden = (fields: Record<string, string>) =>
  Object.entries(fields).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />);

/** The document's token, renewed before it is too old. */
function useToken({ data }: Frame): string {
  const [token, setToken] = useState(data.token);
  const renewed = useRef(data);
  useEffect(() => {
    let due = Date.now() + tokenLifetime;
    const timer = setInterval(async () => {
      if (Date.now() < due) return;
      due = Date.now() + renewalPause;
      const fresh = await renewToken(renewed.current);
      if (fresh === undefined) return;
      due = Date.now() + tokenLifetime;
      setToken(fresh);
    }, tokenCheck);
    return () => clearInterval(timer);
  }, []);
  return token;
}
