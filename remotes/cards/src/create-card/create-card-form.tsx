import { type Card, cardTypes, createCardRequest, type CreateCardRequest } from '@bank/contracts/cards';
import { useBankForm } from '@bank/client/form';
import { OfflineNotice } from '@bank/client/offline-notice';
import { inWordsOf } from '@bank/client/call-failure';
import type { useIdempotencyKey } from '@bank/client/use-idempotency-key';
import { Button } from '@bank/ui/button';
import { CheckboxField } from '@bank/ui/checkbox-field';
import { ErrorSummary } from '@bank/ui/error-summary';
import { SelectField } from '@bank/ui/select-field';
import { useToast } from '@bank/ui/toast';
import { createCard, useCardsRefresh } from '../cards/cards.api';
import { useTexts } from '../texts';
import styles from './create-card.module.css';

interface CreateCardFormProps {
  intent: ReturnType<typeof useIdempotencyKey>;
  onCreated: (card: Card) => void;
}

/** Which card to issue. What was chosen stays until it is. */
export function CreateCardForm({ intent, onCreated }: CreateCardFormProps) {
  const { t } = useTexts();
  const { register, submit, failure, errorOf, formState } = useBankForm({
    schema: createCardRequest,
    defaultValues: { card_type: 'debit', type: 'standard', virtual: false },
    draft: 'create-card',
  });
  const order = submit(useOrdering(intent, onCreated));
  return (
    <form noValidate className={styles.form} onSubmit={(event) => void order(event)}>
      <OfflineNotice />
      <ErrorSummary errors={[]} message={failure} attempt={formState.submitCount} />
      <SelectField
        label={t('create.type')}
        options={cardTypes.map((value) => ({ value, label: t(`cards.type_${value}`) }))}
        error={errorOf('type')}
        {...register('type')}
      />
      <CheckboxField
        label={t('create.virtual')}
        hint={t('create.virtual_hint')}
        error={errorOf('virtual')}
        {...register('virtual')}
      />
      <Button type="submit" wide loading={formState.isSubmitting}>
        {t('create.submit')}
      </Button>
    </form>
  );
}

/** Orders the card under its intent's key, says that it worked, and refreshes the cards. */
function useOrdering(intent: CreateCardFormProps['intent'], onCreated: CreateCardFormProps['onCreated']) {
  const { t } = useTexts();
  const { show } = useToast();
  const refresh = useCardsRefresh();
  return async (request: CreateCardRequest) => {
    try {
      const { card } = await createCard(request, intent.keyFor(request));
      intent.done();
      refresh();
      show({ type: 'success', message: t('create.success') });
      onCreated(card);
    } catch (error) {
      throw inWordsOf(error, { failed: t('create.failed'), offline: t('create.failed_network') });
    }
  };
}
