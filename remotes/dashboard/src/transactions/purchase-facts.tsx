import { merchantCategoryName } from '@bank/contracts/merchant-category-names';
import type { Transaction } from '@bank/contracts/transactions';
import { Link } from '@bank/client/router';
import { useFormat } from '@bank/i18n/use-format';
import { Fact } from '@bank/ui/description-list';
import { useTransactionsTexts } from './texts';
import { useTransactionDetail } from './transactions.api';

/** The merchant of a card payment, or the other side of a transfer; nothing until it is known. */
export function PurchaseFacts({ transaction }: { transaction: Transaction }) {
  const { t, language } = useTransactionsTexts();
  const { amount } = useFormat();
  const { data } = useTransactionDetail(transaction);
  if (!data) return null;
  const { purchase, counterparty } = data;
  const name = counterparty && t(transaction.amount < 0 ? 'counterparty_out' : 'counterparty_in');
  return (
    <>
      {name && <Fact name={name}>{counterparty.name}</Fact>}
      {purchase && (
        <>
          <Fact name={t('merchant')}>{purchase.merchant.name}</Fact>
          <Fact name={t('place')}>{placeOf(purchase.merchant, language)}</Fact>
          {purchase.card && (
            <Fact name={t('card')}>
              <Link to={`/dashboard/cards/${purchase.card.id}`}>
                {purchase.card.card_number.slice(-4).padStart(8, '•')}
              </Link>
            </Fact>
          )}
          <Fact name={t('category')}>{merchantCategoryName(purchase.merchant.category, language)}</Fact>
          {purchase.currency !== transaction.currency && (
            <Fact name={t('amount_there')}>{amount(purchase.amount, purchase.currency)}</Fact>
          )}
        </>
      )}
    </>
  );
}

function placeOf({ city, country }: { city: string | null; country: string }, language: string): string {
  const name = new Intl.DisplayNames([language], { type: 'region' }).of(country) ?? country;
  return city ? `${city}, ${name}` : name;
}
