import { useEffect, useRef, useState } from 'react';
import { type Currency, type ForeignCurrency, homeCurrency } from '@bank/contracts/currencies';
import { markupPercent } from '@bank/contracts/quoted-figures';
import { rateSourceText } from '@bank/contracts/rate-source';
import type { Rates } from '@bank/contracts/rates';
import type { Frame } from '@bank/frame/frame';
import { onPageValues, pageValues } from '@bank/frame/page-values';
import { useRateFormat } from '@bank/i18n/rate-format';
import { useSharedTexts } from '@bank/i18n/shared-texts';
import { useFormat } from '@bank/i18n/use-format';
import { Alert } from '@bank/ui/alert';
import { AmountField } from '@bank/ui/amount-field';
import { Button, buttonClass } from '@bank/ui/button';
import { DescriptionList, Fact } from '@bank/ui/description-list';
import { SelectField } from '@bank/ui/select-field';
import { readRates } from './exchange.api';
import { type Exchange, referenceRate, startOf, workedOut } from './exchange';
import { useWidgetTexts } from './texts';
import { WidgetFrame } from './widget-frame';
import styles from './widgets.module.css';

/** Works out an exchange on a partner's page, with the day of the rates and what the bank takes. */
export function ExchangeFrame({ frame }: { frame: Frame }) {
  const { t } = useWidgetTexts();
  const amount = useRef<HTMLInputElement>(null);
  const [exchange, setExchange] = useState(() => startOf(pageValues()));
  const { rates, hasFailed, retry } = useRates();
  useEffect(() => onPageValues((values) => setExchange(startOf(values))), []);
  const change = (changed: Partial<Exchange>) => setExchange((before) => ({ ...before, ...changed }));
  return (
    <WidgetFrame frame={frame} title={t('exchange_title')} first={amount}>
      <Fields exchange={exchange} rates={rates} amount={amount} onChange={change} />
      {hasFailed && (
        <Alert tone="danger" title={t('exchange_failed')}>
          <Retry onRetry={retry} />
        </Alert>
      )}
      {rates && <Result exchange={exchange} rates={rates} />}
      <div>
        <a
          className={buttonClass()}
          href={`${frame.data.bank}/dashboard/currencies`}
          target="_blank"
          rel="noopener"
          onClick={() => frame.send({ type: 'complete' })}
        >
          {t('exchange_go')}
        </a>
      </div>
    </WidgetFrame>
  );
}

function Retry({ onRetry }: { onRetry: () => void }) {
  const shared = useSharedTexts();
  return (
    <Button variant="secondary" size="small" onClick={onRetry}>
      {shared.t('action.retry')}
    </Button>
  );
}

interface FieldsProps {
  exchange: Exchange;
  rates: Rates | undefined;
  amount: React.RefObject<HTMLInputElement | null>;
  onChange: (changed: Partial<Exchange>) => void;
}

function Fields({ exchange: { typed, from, to }, rates, amount, onChange }: FieldsProps) {
  const { t } = useWidgetTexts();
  const { currencyName } = useRateFormat();
  const offered = Object.keys(rates?.rates ?? {}) as ForeignCurrency[];
  const codes = [...new Set<Currency>([homeCurrency, from, to, ...offered])].sort();
  const options = codes.map((value) => ({ value, label: `${value} – ${currencyName(value)}` }));
  return (
    <>
      <AmountField
        ref={amount}
        label={t('exchange_amount')}
        currency={from}
        value={typed}
        onChange={(event) => onChange({ typed: event.target.value })}
      />
      <div className={styles.pair}>
        <SelectField
          label={t('exchange_from')}
          options={options}
          value={from}
          onChange={(event) => onChange({ from: event.target.value as Currency })}
        />
        <SelectField
          label={t('exchange_to')}
          options={options}
          value={to}
          onChange={(event) => onChange({ to: event.target.value as Currency })}
        />
      </div>
    </>
  );
}

function Result({ exchange, rates }: { exchange: Exchange; rates: Rates }) {
  const { t, language } = useWidgetTexts();
  const { amount, date, percent } = useFormat();
  const { rate } = useRateFormat();
  const { from, to } = exchange;
  const found = workedOut(exchange, rates);
  const reference = referenceRate(exchange, rates);
  const source = rateSourceText(rates.source, language);
  if (rates.stale) return <Alert tone="warning">{t('exchange_stale', { day: date(rates.date) })}</Alert>;
  return (
    <>
      <p role="status" className={styles.figure}>
        {found ? amount(found.buy, to) : t(from === to ? 'exchange_same' : 'exchange_none')}
      </p>
      {found && reference !== undefined && (
        <DescriptionList>
          <Fact name={t('exchange_reference', { day: date(rates.date) })}>
            {`1 ${from} = ${rate(reference)} ${to}`}
          </Fact>
          <Fact name={t('exchange_worth')}>{amount(found.worth, to)}</Fact>
          <Fact name={t('exchange_markup', { percent: percent(markupPercent / 100) })}>
            {amount(-found.markup, to)}
          </Fact>
        </DescriptionList>
      )}
      <p className={styles.note}>{t('exchange_note', { source })}</p>
    </>
  );
}

/** The newest rates. */
function useRates() {
  const [rates, setRates] = useState<Rates>();
  const [attempt, setAttempt] = useState(0);
  const [failed, setFailed] = useState<number>();
  useEffect(() => {
    readRates().then(setRates, () => setFailed(attempt));
  }, [attempt]);
  return { rates, hasFailed: failed === attempt, retry: () => setAttempt((before) => before + 1) };
}
