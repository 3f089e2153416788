import { kycRejection } from '@bank/contracts/kyc';
import { ReasonForm } from '@bank/client/reason-form';
import { Stack } from '@bank/ui/layout';
import { SelectField } from '@bank/ui/select-field';
import { StepTitle } from '@bank/ui/step-title';
import { useTexts } from '../texts';
import type { Decide } from './kyc.api';
import styles from './decision.module.css';

const usualReasons = ['illegible', 'expired', 'name', 'address', 'selfie', 'missing'] as const;

export function RejectionForm({ decide, onCancel }: { decide: Decide; onCancel: () => void }) {
  const { t } = useTexts();
  const reasons = usualReasons.map((name) => t(`kyc.reason_${name}`));
  return (
    <Stack className={styles.step}>
      <StepTitle title={t('kyc.reject_title')} takeFocus />
      <ReasonForm
        schema={kycRejection}
        label={t('kyc.reason')}
        hint={t('kyc.reason_hint')}
        submit={t('kyc.reject')}
        onSubmit={({ reason }) => decide({ status: 'rejected', reason })}
        onCancel={onCancel}
      >
        {(reason, setReason) => (
          <SelectField
            label={t('kyc.usual_reasons')}
            placeholder={t('kyc.own_words')}
            options={reasons.map((value) => ({ value, label: value }))}
            value={reasons.includes(reason) ? reason : ''}
            onChange={({ target }) => setReason(target.value)}
          />
        )}
      </ReasonForm>
    </Stack>
  );
}
