import { documentFault, type DocumentFault, documentFaults } from '@bank/contracts/document-faults';
import type { KycDocument, KycReviewRequest } from '@bank/contracts/kyc';
import { useLanguage } from '@bank/i18n/language';
import { Stack } from '@bank/ui/layout';
import { SelectField } from '@bank/ui/select-field';
import { TextField } from '@bank/ui/text-field';
import { useTexts } from '../texts';
import styles from './decision.module.css';

/** The faults of documents, by their id; documents without an entry are accepted. */
export type Faults = Partial<Record<number, { fault: DocumentFault; text: string }>>;

/** The faults as the call takes them. */
export const faultyDocuments = (faults: Faults): NonNullable<KycReviewRequest['documents']> =>
  Object.entries(faults).flatMap(([id, chosen]) =>
    chosen ? [{ id: Number(id), fault: chosen.fault, text: chosen.text.trim() || undefined }] : [],
  );

interface FaultsFieldProps {
  documents: readonly KycDocument[];
  faults: Faults;
  onChange: (faults: Faults) => void;
}

/** Each document with what is wrong with it, if anything. */
export function FaultsField({ documents, faults, onChange }: FaultsFieldProps) {
  const { t } = useTexts();
  const language = useLanguage();
  const options = documentFaults.map((value) => ({ value, label: documentFault(value, language) }));
  return (
    <Stack as="fieldset" gap={8}>
      <legend>{t('kyc.faults')}</legend>
      <p className={styles.hint}>{t('kyc.faults_hint')}</p>
      {documents.map(({ id, kind, name }) => {
        const chosen = faults[id];
        const put = (entry: Faults[number]) => onChange({ ...faults, [id]: entry });
        return (
          <Stack key={id} gap={8}>
            <SelectField
              label={t('kyc.fault_of', { kind: t(`kyc.kind_${kind}`), name })}
              placeholder={t('kyc.fault_none')}
              options={options}
              value={chosen?.fault ?? ''}
              onChange={({ target }) => {
                const fault = documentFaults.find((each) => each === target.value);
                put(fault && { fault, text: chosen?.text ?? '' });
              }}
            />
            {chosen && (
              <TextField
                label={t('kyc.fault_text_of', { name })}
                required={chosen.fault === 'other'}
                optional={chosen.fault !== 'other'}
                maxLength={300}
                value={chosen.text}
                onChange={({ target }) => put({ ...chosen, text: target.value })}
              />
            )}
          </Stack>
        );
      })}
    </Stack>
  );
}

/** Why a rejected document has to be done again. */
export function FaultLine({ document: { fault, fault_text: words } }: { document: KycDocument }) {
  const { t } = useTexts();
  const language = useLanguage();
  if (!fault) return null;
  const said = [fault !== 'other' && documentFault(fault, language), words].filter(Boolean).join(' ');
  return <p>{t('kyc.faulty', { fault: said })}</p>;
}
