import { z } from 'zod';
import type { Account } from '@bank/contracts/accounts';
import { type Currency, foreignCurrencies } from '@bank/contracts/currencies';
import { rule } from '@bank/contracts/validation';
import { useBankForm } from '@bank/client/form';
import { useFormFields } from '@bank/client/form-fields';
import { FormFrame } from '@bank/client/form-frame';
import { useIdempotencyKey } from '@bank/client/use-idempotency-key';
import { useIsShown } from '@bank/client/use-is-shown';
import { useRateFormat } from '@bank/i18n/rate-format';
import { Button } from '@bank/ui/button';
import { SelectField } from '@bank/ui/select-field';
import { useToast } from '@bank/ui/toast';
import { useRates } from '../rates/rates.api';
import { openAccount, useAccountsRefresh } from './accounts.api';
import { useCurrencyTexts } from './texts';

const schema = z.object({ currency: z.enum(foreignCurrencies, rule('REQUIRED')) });

/** Opens an account in a currency that has a rate and that the person has no account in. */
export function OpenAccountForm({ accounts, onDone }: { accounts: readonly Account[]; onDone: () => void }) {
  const { t } = useCurrencyTexts();
  const { currencyName } = useRateFormat();
  const form = useBankForm({ schema, defaultValues: { currency: '' as Currency as 'USD' } });
  const { field, errors } = useFormFields(form, { currency: t('currency') });
  const send = useOpening(onDone);
  const published = useRates().data?.rates;
  const opened = new Set(accounts.filter(({ status }) => status === 'open').map(({ currency }) => currency));
  const options = foreignCurrencies
    .filter((code) => !opened.has(code) && (!published || published[code] !== undefined))
    .map((code) => ({ value: code, label: `${code} – ${currencyName(code)}` }));
  return (
    <FormFrame form={form} errors={errors} onSubmit={form.submit(send)}>
      <SelectField required placeholder={t('choose')} options={options} {...field('currency')} />
      <Button type="submit" loading={form.formState.isSubmitting}>
        {t('open_submit')}
      </Button>
    </FormFrame>
  );
}

function useOpening(onDone: () => void) {
  const { t } = useCurrencyTexts();
  const { show } = useToast();
  const intent = useIdempotencyKey();
  const isShown = useIsShown();
  const refresh = useAccountsRefresh();
  return async ({ currency }: { currency: Currency }) => {
    const words = { failed: t('open_failed'), offline: t('open_failed_network') };
    await intent.send({ currency }, words, (key) => openAccount(currency, key));
    void refresh();
    show({ type: 'success', message: t('open_done', { currency }) });
    if (isShown()) onDone();
  };
}
