import { z } from 'zod';
import type { Account } from '@bank/contracts/accounts';
import { currencies, type Currency, decimalText, isOffered } from '@bank/contracts/currencies';
import { exchangeSides, quoteRequest, type QuoteRequest } from '@bank/contracts/exchange';
import { toMinor } from '@bank/contracts/money';
import { typedAmount } from '@bank/contracts/typed-amount';
import { withUserMessage } from '@bank/client/call-failure';
import { useBankForm } from '@bank/client/form';
import { useFormFields } from '@bank/client/form-fields';
import { FormFrame } from '@bank/client/form-frame';
import { useFormat } from '@bank/i18n/use-format';
import { AmountField } from '@bank/ui/amount-field';
import { Button } from '@bank/ui/button';
import { Grid } from '@bank/ui/layout';
import { Segmented } from '@bank/ui/segmented';
import { SelectField } from '@bank/ui/select-field';
import { useCurrencyTexts } from '../accounts/texts';
import { type HeldQuote, requestQuote } from './exchange.api';

const typedOrder = z
  .object({
    from: z.enum(currencies),
    to: z.enum(currencies),
    side: z.enum(exchangeSides),
    amount: typedAmount(z.number()),
  })
  .pipe(quoteRequest);

interface ExchangeFormProps {
  accounts: readonly Account[];
  /** The earlier order, to be changed. */
  order: QuoteRequest | undefined;
  onQuoted: (order: QuoteRequest, quote: HeldQuote) => void;
}

/** The order of an exchange; the next step shows the exact amounts before anything happens. */
export function ExchangeForm({ accounts, order, onQuoted }: ExchangeFormProps) {
  const { t, language } = useCurrencyTexts();
  const { amount } = useFormat();
  const [first, second] = accounts.map(({ currency }) => currency).filter(isOffered);
  const form = useBankForm({
    schema: typedOrder,
    defaultValues: {
      from: order?.from ?? first ?? 'EUR',
      to: order?.to ?? second ?? 'USD',
      side: order?.side ?? 'sell',
      amount: order ? typedOf(order, language) : '',
    },
    draft: 'exchange',
  });
  const { field, errors } = useFormFields(form, { from: t('from'), to: t('to'), amount: t('amount') });
  const [from, to, side] = form.watch(['from', 'to', 'side']);
  const given = accounts.find(({ currency }) => currency === from);
  const options = accounts.map(({ currency, available_balance: available }) => ({
    value: currency,
    label: `${currency} (${amount(available, currency)})`,
  }));
  const send = async (request: QuoteRequest) => {
    const quote = await requestQuote(request).catch((error: unknown) => {
      throw withUserMessage(error, { failed: t('quote_failed'), offline: t('quote_failed_network') });
    });
    onQuoted(request, quote);
  };
  return (
    <FormFrame form={form} errors={errors} onSubmit={form.submit(send)}>
      <p>{t('exchange_lead')}</p>
      <Grid columns="medium" gap={16}>
        <SelectField required options={options} {...field('from')} />
        <SelectField required options={options} {...field('to')} />
      </Grid>
      <Segmented
        label={t('side')}
        options={[
          { value: 'sell', label: t('side_sell', { currency: from }) },
          { value: 'buy', label: t('side_buy', { currency: to }) },
        ]}
        value={side}
        onChange={(value) => form.setValue('side', value)}
      />
      <AmountField
        required
        currency={side === 'sell' ? from : to}
        hint={
          side === 'sell' && given
            ? t('available', { amount: amount(given.available_balance, given.currency) })
            : undefined
        }
        {...field('amount')}
      />
      <Button type="submit" loading={form.formState.isSubmitting}>
        {t('quote_submit')}
      </Button>
    </FormFrame>
  );
}

/** An amount as a person types it in their language. */
function typedOf({ amount, side, from, to }: QuoteRequest, language: 'fr' | 'en'): string {
  const currency: Currency = side === 'sell' ? from : to;
  const text = decimalText(toMinor(amount, currency), currency);
  return language === 'fr' ? text.replace('.', ',') : text;
}
