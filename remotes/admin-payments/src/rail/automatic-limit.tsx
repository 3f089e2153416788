import { useState } from 'react';
import { isAwaiting } from '@bank/contracts/approvals';
import {
  automaticLimitMaximum,
  type PaymentSettings,
  paymentSettingsRequest,
} from '@bank/contracts/payment-settings';
import { typedAmount } from '@bank/contracts/typed-amount';
import { useFormat } from '@bank/i18n/use-format';
import { ApiError } from '@bank/client/api';
import { useBankForm } from '@bank/client/form';
import { useFormFields } from '@bank/client/form-fields';
import { FormFrame } from '@bank/client/form-frame';
import { QueryBoundary, type QueryState } from '@bank/client/query-boundary';
import { Alert } from '@bank/ui/alert';
import { AmountField } from '@bank/ui/amount-field';
import { DescriptionList, Fact } from '@bank/ui/description-list';
import { FormActions } from '@bank/ui/form-actions';
import { useToast } from '@bank/ui/toast';
import { useMayDecide } from '../payments/use-may-decide';
import { useSavePaymentSettings } from './rail.api';
import styles from './automatic-limit.module.css';
import { useRailTexts } from './texts';

/** The contract's request, with the amount as typed ("1 234,50"). */
const typedSettings = paymentSettingsRequest.omit({ seen: true }).extend({
  automatic_limit: typedAmount(paymentSettingsRequest.shape.automatic_limit),
});

/** The amount up to which the rules let payments go, and its change by those whose staff roles allow it. */
export function AutomaticLimit({ query }: { query: QueryState<PaymentSettings> }) {
  const { t } = useRailTexts();
  const { amount } = useFormat();
  const mayChange = useMayDecide();
  return (
    <QueryBoundary query={query} rows={2} failed={t('limit.failed')} message={t('limit.failed_message')}>
      {(settings) =>
        mayChange ? (
          <LimitForm settings={settings} />
        ) : (
          <DescriptionList>
            <Fact name={t('limit.label')}>{amount(settings.automatic_limit)}</Fact>
          </DescriptionList>
        )
      }
    </QueryBoundary>
  );
}

/** Typed text stays when a colleague sets another limit meanwhile, which is then shown. */
function LimitForm({ settings }: { settings: PaymentSettings }) {
  const { t, language } = useRailTexts();
  const [read, setRead] = useState({ limit: settings.automatic_limit, isRefused: false });
  const isOvertaken = settings.automatic_limit !== read.limit;
  const { amount } = useFormat();
  const { show } = useToast();
  const save = useSavePaymentSettings();
  const typed = String(read.limit).replace('.', language === 'fr' ? ',' : '.');
  const form = useBankForm({ schema: typedSettings, defaultValues: { automatic_limit: typed } });
  const { field, errors } = useFormFields(form, { automatic_limit: t('limit.label') });
  const savedText = (limit: number) =>
    limit === 0 ? t('limit.saved_off') : t('limit.saved', { amount: amount(limit) });
  const submit = form.submit(async (values) => {
    const seen = read.isRefused ? settings.automatic_limit : read.limit;
    const answer = await save({ ...values, seen }).catch((error: unknown) => {
      if (error instanceof ApiError && error.code === 'SETTING_CHANGED')
        setRead({ ...read, isRefused: true });
      throw error;
    });
    if (isAwaiting(answer)) return void show({ type: 'info', message: t('limit.awaiting') });
    setRead({ limit: answer.automatic_limit, isRefused: false });
    show({ type: 'success', message: savedText(answer.automatic_limit) });
  });
  return (
    <FormFrame form={form} errors={errors} onSubmit={submit} className={styles.form}>
      {isOvertaken && <Alert>{t('limit.overtaken', { amount: amount(settings.automatic_limit) })}</Alert>}
      <AmountField
        required
        {...field('automatic_limit')}
        hint={t('limit.hint', { maximum: amount(automaticLimitMaximum) })}
      />
      <FormActions submit={t('limit.submit')} isSending={form.formState.isSubmitting}>
        <span>{t('limit.logged')}</span>
      </FormActions>
    </FormFrame>
  );
}
