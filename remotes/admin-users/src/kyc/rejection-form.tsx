import { useState } from 'react';
import { kycRejection, type KycSubmission } from '@bank/contracts/kyc';
import { ApiError } from '@bank/client/api';
import { ReasonForm } from '@bank/client/reason-form';
import { Stack } from '@bank/ui/layout';
import { SelectField } from '@bank/ui/select-field';
import { StepTitle } from '@bank/ui/step-title';
import { useTexts } from '../texts';
import type { Decide } from './kyc.api';
import styles from './decision.module.css';
import { type Faults, faultyDocuments, FaultsField } from './faults-field';

const usualReasons = ['illegible', 'expired', 'name', 'address', 'selfie', 'missing'] as const;

interface RejectionFormProps {
  submission: KycSubmission;
  decide: Decide;
  onCancel: () => void;
}

/** Asks for the reason, and for the documents to do again where the others may stay. */
export function RejectionForm({ submission: { id, documents }, decide, onCancel }: RejectionFormProps) {
  const { t } = useTexts();
  const [faults, setFaults] = useState<Faults>({});
  const reject = ({ reason }: { reason: string }) => {
    const named = faultyDocuments(faults);
    if (named.some(({ fault, text }) => fault === 'other' && !text)) {
      throw new ApiError(t('kyc.fault_text_needed'), 'INVALID_FIELDS', 422);
    }
    return decide({ status: 'rejected', reason, ...(named.length > 0 && { documents: named }) });
  };
  const reasons = usualReasons.map((name) => t(`kyc.reason_${name}`));
  return (
    <Stack className={styles.step}>
      <StepTitle title={t('kyc.reject_title')} takeFocus />
      <ReasonForm
        schema={kycRejection}
        draft={`kyc-rejection-${id}`}
        label={t('kyc.reason')}
        hint={t('kyc.reason_hint')}
        submit={t('kyc.reject')}
        onSubmit={async (values) => reject(values)}
        onCancel={onCancel}
      >
        {(reason, setReason) => (
          <>
            <FaultsField documents={documents} faults={faults} onChange={setFaults} />
            <SelectField
              label={t('kyc.usual_reasons')}
              placeholder={t('kyc.own_words')}
              options={reasons.map((value) => ({ value, label: value }))}
              value={reasons.includes(reason) ? reason : ''}
              onChange={({ target }) => setReason(target.value)}
            />
          </>
        )}
      </ReasonForm>
    </Stack>
  );
}
