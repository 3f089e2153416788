import type { ReactNode } from 'react';
import { inGroupsOfFour } from '@bank/contracts/account-number';
import { type PaymentDetail, worthOf } from '@bank/contracts/payments';
import { OfflineNotice } from '@bank/client/offline-notice';
import { Amount } from '@bank/ui/amount';
import { Fact, DescriptionList } from '@bank/ui/description-list';
import { Stack } from '@bank/ui/layout';
import { useTexts } from '../texts';
import { SanctionsPart } from './international-part';
import { RiskBadge } from './payment-badges';

export function DecisionFrame({ payment, children }: { payment: PaymentDetail; children: ReactNode }) {
  const { t } = useTexts();
  return (
    <Stack>
      <OfflineNotice />
      <p>
        <Amount value={payment.amount} currency={payment.currency} size="large" />
      </p>
      <DescriptionList>
        <Fact name={t('payments.recipient')}>{payment.recipient_name}</Fact>
        <Fact name={t('payments.detail_iban')}>{inGroupsOfFour(payment.recipient_account)}</Fact>
        <Fact name={t('payments.reference')}>{payment.reference}</Fact>
        <Fact name={t('payments.account_holder')}>{payment.account.holder}</Fact>
        <Fact name={t('payments.risk')}>
          <RiskBadge amount={worthOf(payment)} />
        </Fact>
      </DescriptionList>
      <SanctionsPart payment={payment} />
      {children}
    </Stack>
  );
}
