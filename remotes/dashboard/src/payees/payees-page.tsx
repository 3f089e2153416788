import { useRef } from 'react';
import { Page } from '@bank/ui/page';
import { PageHeading } from '@bank/ui/page-heading';
import { useTexts } from '../texts';
import { Beneficiaries } from './beneficiaries';
import { StandingOrders } from './standing-orders';
import { usePayeeTexts } from './texts';

/** The address book and the standing orders. */
export function PayeesPage() {
  const { t: title } = useTexts();
  const { t } = usePayeeTexts();
  const top = useRef<HTMLDivElement>(null);
  const focusTop = () => top.current?.focus();
  return (
    <Page inOrder>
      <div ref={top} tabIndex={-1}>
        <PageHeading title={title('payees.title')} lead={t('lead')} />
      </div>
      <StandingOrders onStopped={focusTop} />
      <Beneficiaries onRemoved={focusTop} />
    </Page>
  );
}
