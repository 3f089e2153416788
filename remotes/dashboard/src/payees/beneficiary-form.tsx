import { type SubmitEvent, useState } from 'react';
import { type AddBeneficiaryRequest, beneficiaryFields, typedIban } from '@bank/contracts/payees';
import { useBankForm } from '@bank/client/form';
import { useFormFields } from '@bank/client/form-fields';
import { FormFrame } from '@bank/client/form-frame';
import type { useIdempotencyKey } from '@bank/client/use-idempotency-key';
import { useIsShown } from '@bank/client/use-is-shown';
import { useKept } from '@bank/client/use-kept';
import { Button } from '@bank/ui/button';
import { Stack } from '@bank/ui/layout';
import { SelectField } from '@bank/ui/select-field';
import { TextField } from '@bank/ui/text-field';
import { useToast } from '@bank/ui/toast';
import { AbroadForm } from './abroad-form';
import { PayeeCheck } from './payee-check';
import { addBeneficiary, type Payee, useBeneficiariesRefresh, usePayeeMatch } from './payees.api';
import { usePayeeTexts } from './texts';
import { usePayeeCheck } from './use-payee-check';

const typedBeneficiary = beneficiaryFields.pick({ name: true, label: true }).extend({ account: typedIban });

/** The name of the draft, with which the key of an attempt without an answer is kept, also that of an account without an IBAN. */
export const payeeDraft = 'add-beneficiary';

interface BeneficiaryFormProps {
  intent: ReturnType<typeof useIdempotencyKey>;
  onDone: () => void;
}

const nobody: Payee = { name: '', account: '' };

const kinds = ['iban', 'abroad'] as const;

/** Adds an account, by its IBAN or by its bank and number. */
export function BeneficiaryForm({ intent, onDone }: BeneficiaryFormProps) {
  const { t } = usePayeeTexts();
  // As what is typed into its form, which another one would hide after a reload.
  const [kept, keep] = useKept<{ kind: (typeof kinds)[number] }>('add-beneficiary-kind');
  const kind = kept?.kind ?? 'iban';
  const send = useSending(intent, () => {
    keep(undefined);
    onDone();
  });
  return (
    <Stack>
      <SelectField
        label={t('kind')}
        options={kinds.map((value) => ({ value, label: t(`kind_${value}`) }))}
        value={kind}
        onChange={({ currentTarget }) => keep({ kind: currentTarget.value === 'abroad' ? 'abroad' : 'iban' })}
      />
      {kind === 'iban' ? <IbanForm send={send} /> : <AbroadForm send={send} />}
    </Stack>
  );
}

/** The holder's name is verified first: a match is added at once, a doubt is shown before. */
function IbanForm({ send }: { send: (request: AddBeneficiaryRequest) => Promise<void> }) {
  const { t } = usePayeeTexts();
  const form = useBankForm({
    schema: typedBeneficiary,
    defaultValues: { name: '', account: '', label: '' },
    draft: payeeDraft,
  });
  const { field, errors } = useFormFields(form, { account: t('iban'), name: t('name'), label: t('label') });
  const [checked, setChecked] = useState(nobody);
  const { check, isWaiting, isUnlike, isOwn, passes } = usePayeeCheck(checked, checked !== nobody);
  const isMatch = usePayeeMatch();
  const isChecked = ({ name, account }: Payee) => name === checked.name && account === checked.account;
  const add = form.submit(send);
  // A doubt is shown first, and what was typed stays; where there is none, nothing is left to decide.
  const submit = form.handleSubmit(async ({ name, account }) => {
    if (isChecked({ name, account })) return passes() && !isOwn ? add() : undefined;
    setChecked({ name, account });
    if (await isMatch({ name, account })) await add();
  });
  const result = check.verification.data?.result;
  return (
    <FormFrame form={form} errors={errors} onSubmit={(event: SubmitEvent<HTMLFormElement>) => submit(event)}>
      <TextField
        required
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        {...field('account')}
      />
      <TextField required autoComplete="off" {...field('name')} />
      <TextField optional autoComplete="off" hint={t('label_hint')} {...field('label')} />
      {checked !== nobody && (
        <PayeeCheck
          {...check}
          onTakeName={(name) => {
            form.setValue('name', name);
            setChecked({ ...checked, name });
          }}
        />
      )}
      <Button type="submit" loading={form.formState.isSubmitting || isWaiting}>
        {t(isUnlike || result === 'not_possible' ? 'add_anyway' : 'add_submit')}
      </Button>
    </FormFrame>
  );
}

/** Sends the request under its intent's key, confirms it, and refreshes the list. */
function useSending(intent: BeneficiaryFormProps['intent'], onDone: () => void) {
  const { t } = usePayeeTexts();
  const { show } = useToast();
  const refresh = useBeneficiariesRefresh();
  const isShown = useIsShown();
  return async (request: AddBeneficiaryRequest) => {
    const words = { failed: t('add_failed'), offline: t('add_failed_network') };
    await intent.send(request, words, (key) => addBeneficiary(request, key));
    void refresh();
    show({ type: 'success', message: t('added', { name: request.name }) });
    if (isShown()) onDone();
  };
}
