import { type SubmitEvent, useMemo } from 'react';
import { z } from 'zod';
import {
  clearingSystemOf,
  isClearingCode,
  compactClearingCode,
  offeredCountries,
} from '@bank/contracts/countries';
import { accountWithoutIban, beneficiaryFields } from '@bank/contracts/payees';
import { payeeAddress } from '@bank/contracts/postal-address';
import type { AddBeneficiaryRequest } from '@bank/contracts/payees';
import { rule } from '@bank/contracts/validation';
import { useBankForm } from '@bank/client/form';
import { useFormFields } from '@bank/client/form-fields';
import { FormFrame } from '@bank/client/form-frame';
import { Button } from '@bank/ui/button';
import { SelectField } from '@bank/ui/select-field';
import { TextField } from '@bank/ui/text-field';
import { usePayeeTexts } from './texts';

const { bic, account_number } = accountWithoutIban.shape;

/** The fields of an account without an IBAN as typed, and the request that they make. */
const typedAbroad = z
  .object({
    country: z.string(),
    bic,
    account_number,
    clearing_code: z.string().transform(compactClearingCode),
    ...payeeAddress.omit({ country: true }).shape,
    name: beneficiaryFields.shape.name,
    label: beneficiaryFields.shape.label,
  })
  .refine(({ country, clearing_code: code }) => !clearingSystemOf(country) || isClearingCode(country, code), {
    path: ['clearing_code'],
    message: rule('CLEARING_CODE'),
  })
  .transform(({ country, clearing_code: code, street, postcode, town, name, label, ...account }) => ({
    name,
    label,
    account: { ...account, country },
    ...(clearingSystemOf(country) && { clearing_code: code }),
    address: { street, postcode, town, country },
  }));

const nothing = {
  country: 'US',
  bic: '',
  account_number: '',
  clearing_code: '',
  name: '',
  label: '',
  street: '',
  postcode: '',
  town: '',
};

/** Adds an account of a country without IBANs, with the fields that payments to this country need. */
export function AbroadForm({ send }: { send: (request: AddBeneficiaryRequest) => Promise<void> }) {
  const { t, language } = usePayeeTexts();
  const countries = useCountryOptions(language);
  const form = useBankForm({ schema: typedAbroad, defaultValues: nothing, draft: 'add-beneficiary-abroad' });
  const system = clearingSystemOf(form.watch('country'));
  const { field, errors } = useFormFields(form, {
    country: t('country'),
    name: t('name'),
    bic: t('bic'),
    clearing_code: system?.name ?? t('clearing_code'),
    account_number: t('account_number'),
    street: t('street'),
    postcode: t('postcode'),
    town: t('town'),
    label: t('label'),
  });
  const submit = form.submit(send);
  return (
    <FormFrame form={form} errors={errors} onSubmit={(event: SubmitEvent<HTMLFormElement>) => submit(event)}>
      <SelectField required options={countries} {...field('country')} />
      <TextField required autoComplete="off" {...field('name')} />
      <TextField
        required
        autoComplete="off"
        autoCapitalize="characters"
        hint={t('bic_hint')}
        {...field('bic')}
      />
      {system && (
        <TextField
          required
          autoComplete="off"
          hint={t('clearing_hint', { example: system.example })}
          {...field('clearing_code')}
        />
      )}
      <TextField required autoComplete="off" {...field('account_number')} />
      <TextField optional autoComplete="off" {...field('street')} />
      <TextField optional autoComplete="off" {...field('postcode')} />
      <TextField required autoComplete="off" hint={t('town_hint')} {...field('town')} />
      <TextField optional autoComplete="off" hint={t('label_hint')} {...field('label')} />
      <Button type="submit" loading={form.formState.isSubmitting}>
        {t('add_submit')}
      </Button>
    </FormFrame>
  );
}

function useCountryOptions(language: string) {
  return useMemo(() => {
    const names = new Intl.DisplayNames(language, { type: 'region' });
    return offeredCountries
      .map((value) => ({ value, label: names.of(value) ?? value }))
      .sort((one, other) => one.label.localeCompare(other.label, language));
  }, [language]);
}
