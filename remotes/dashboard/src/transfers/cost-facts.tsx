import type { PaymentCost } from '@bank/contracts/international';
import { toDecimal, toMinor } from '@bank/contracts/money';
import { useFormat } from '@bank/i18n/use-format';
import { Amount } from '@bank/ui/amount';
import { Fact } from '@bank/ui/description-list';
import { usePayeeTexts } from '../payees/texts';
import type { TransferOrder } from './transfer-order';

/** The cost of an international transfer, the bearer of its charges, and the day of arrival. */
export function CostFacts({ order, cost }: { order: TransferOrder; cost: PaymentCost }) {
  const { t } = usePayeeTexts();
  const { date } = useFormat();
  const { currency, fee, charges, arrival_date: arrival } = cost;
  const total = toDecimal(toMinor(order.request.amount, currency) + toMinor(fee, currency), currency);
  return (
    <>
      <Fact name={t('cost_charges')}>{t(`charges_${charges}`)}</Fact>
      <Fact name={t('cost_fee')}>
        <Amount value={fee} currency={currency} />
      </Fact>
      <Fact name={t('cost_total')}>
        <Amount value={total} currency={currency} />
      </Fact>
      <Fact name={t('cost_arrival')}>{date(arrival)}</Fact>
    </>
  );
}
