import { useState } from 'react';
import { type Currency, type ForeignCurrency, homeCurrency } from '@bank/contracts/currencies';
import { converted } from '@bank/contracts/exchange-amounts';
import { isExactIn, largestMinor, toDecimal, toMinor } from '@bank/contracts/money';
import { rateIn, type Rates } from '@bank/contracts/rates';
import { useRateFormat } from '@bank/i18n/rate-format';
import { useFormat } from '@bank/i18n/use-format';
import { AmountField } from '@bank/ui/amount-field';
import { Card } from '@bank/ui/card';
import { Stack } from '@bank/ui/layout';
import { SelectField } from '@bank/ui/select-field';
import { useCurrencyTexts } from '../accounts/texts';
import styles from './rates.module.css';

interface ConverterProps {
  rates: Rates;
  offered: readonly ForeignCurrency[];
}

/** Converts at the reference rates, without the markup of an exchange, which its note explains. */
export function Converter({ rates, offered }: ConverterProps) {
  const { t } = useCurrencyTexts();
  const { amount } = useFormat();
  const { currencyName } = useRateFormat();
  const [typed, setTyped] = useState('100');
  const [from, setFrom] = useState<Currency>(homeCurrency);
  const [to, setTo] = useState<Currency>('USD');
  const found = worthOf({ typed, from, to, rates });
  const options = [homeCurrency, ...offered.toSorted()].map((code) => ({
    value: code,
    label: `${code} – ${currencyName(code)}`,
  }));
  return (
    <Card title={t('converter')}>
      <Stack>
        <AmountField
          label={t('amount')}
          currency={from}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <SelectField
          label={t('from')}
          options={options}
          value={from}
          onChange={(event) => setFrom(event.target.value as Currency)}
        />
        <SelectField
          label={t('to')}
          options={options}
          value={to}
          onChange={(event) => setTo(event.target.value as Currency)}
        />
        <p className={styles.result} role="status">
          {found === undefined ? t('converter_none') : amount(found, to)}
        </p>
        <p className={styles.detail}>{t('converter_note')}</p>
      </Stack>
    </Card>
  );
}

interface Question {
  typed: string;
  from: Currency;
  to: Currency;
  rates: Rates;
}

/** Undefined while no amount of the currency is typed. */
function worthOf({ typed, from, to, rates }: Question): number | undefined {
  const text = typed.replace(/[\s\u00a0\u202f]/g, '').replace(',', '.');
  const value = Number(text);
  const [given, wanted] = [rateIn(rates, from), rateIn(rates, to)];
  if (text === '' || !isExactIn(value, from) || given === undefined || wanted === undefined) return undefined;
  const worth = converted(toMinor(value, from), { from, to, rates: { from: given, to: wanted } });
  return worth > largestMinor || worth < 0n ? undefined : toDecimal(worth, to);
}
