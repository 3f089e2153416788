import {
  type Card,
  cardBrands,
  cardTypes,
  createCardRequest,
  type CreateCardRequest,
} from '@bank/contracts/cards';
import { withMessage } from '@bank/client/call-failure';
import { useBankForm } from '@bank/client/form';
import { isLongWait } from '@bank/client/long-wait';
import { Link } from '@bank/client/router';
import { useSession } from '@bank/client/session';
import { Alert } from '@bank/ui/alert';
import { FormFrame } from '@bank/client/form-frame';
import { OfflineNotice } from '@bank/client/offline-notice';
import { useIdempotencyKey } from '@bank/client/use-idempotency-key';
import { useIsShown } from '@bank/client/use-is-shown';
import { Button } from '@bank/ui/button';
import { CheckboxField } from '@bank/ui/checkbox-field';
import { SelectField } from '@bank/ui/select-field';
import { useToast } from '@bank/ui/toast';
import { createCard, useCardsRefresh } from '../cards/cards.api';
import { useTexts } from '../texts';
import { useCreateTexts } from './texts';

const draft = 'create-card';

interface CreateCardFormProps {
  onCreated: (card: Card) => void;
}

/** Shown once it is known which cards the person may have. */
export function CreateCardForm(props: CreateCardFormProps) {
  const { user } = useSession();
  return user && <OrderForm isLimited={user.kyc_status !== 'approved'} {...props} />;
}

function OrderForm({ onCreated, isLimited }: CreateCardFormProps & { isLimited: boolean }) {
  const { t } = useCreateTexts();
  const { t: ofCards } = useTexts();
  const form = useBankForm({
    schema: createCardRequest,
    // Who may have no other card is offered that one.
    defaultValues: { card_type: 'debit', type: 'standard', brand: 'VISA', virtual: isLimited },
    draft,
  });
  const { register, errorOf, watch } = form;
  const order = form.submit(useOrdering(onCreated));
  return (
    <FormFrame form={form} head={<OfflineNotice />} onSubmit={order}>
      <SelectField
        label={t('type')}
        options={cardTypes.map((value) => ({ value, label: ofCards(`cards.type_${value}`) }))}
        error={errorOf('type')}
        {...register('type')}
      />
      <SelectField
        label={t('brand')}
        options={cardBrands.map((value) => ({ value, label: value }))}
        error={errorOf('brand')}
        {...register('brand')}
      />
      {isLimited && (
        <Alert>
          <p>{t('limited')}</p>
          <Link to="/kyc">{t('limited_link')}</Link>
        </Alert>
      )}
      <CheckboxField
        label={t('virtual')}
        hint={t('virtual_hint')}
        error={errorOf('virtual')}
        {...register('virtual')}
      />
      {Boolean(watch('virtual')) && (
        <CheckboxField
          label={t('once')}
          hint={t('once_hint')}
          error={errorOf('once')}
          {...register('once', { shouldUnregister: true })}
        />
      )}
      <Button type="submit" wide loading={form.formState.isSubmitting}>
        {t('submit')}
      </Button>
    </FormFrame>
  );
}

function useOrdering(onCreated: CreateCardFormProps['onCreated']) {
  const intent = useIdempotencyKey(draft);
  const { t } = useCreateTexts();
  const { show } = useToast();
  const refresh = useCardsRefresh();
  const isShown = useIsShown();
  return async (request: CreateCardRequest) => {
    const words = { failed: t('failed'), offline: t('failed_network') };
    const { card } = await intent
      .send(request, words, (key) => createCard(request, key), isShown)
      .catch((error: unknown) => {
        throw isLongWait(error) ? withMessage(error, t('limit_of_day')) : error;
      });
    void refresh();
    show({ type: 'success', message: t('success') });
    onCreated(card);
  };
}
