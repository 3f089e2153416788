import { documentKinds } from '@bank/contracts/kyc';
import { Icon } from '@bank/ui/icon';
import { useTexts } from '../texts';
import { type ChosenFile, missingKinds } from './chosen-files';
import styles from './needed-documents.module.css';

export function NeededDocuments() {
  const { t } = useTexts();
  return (
    <section aria-labelledby="kyc-needed">
      <h3 id="kyc-needed">{t('kyc.needed')}</h3>
      <ul className={styles.needed}>
        {documentKinds.map((kind) => (
          <li key={kind}>
            <strong>{t(`kyc.kind_${kind}`)}</strong>
            <span className={styles.hint}>{t(`kyc.need_${kind}`)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The missing documents; an incomplete submission may be sent. */
export function MissingDocuments({ files }: { files: readonly ChosenFile[] }) {
  const { t } = useTexts();
  const missing = missingKinds(files);
  const documents = missing.map((kind) => t(`kyc.missing_${kind}`)).join(', ');
  return (
    <p role="status" className={styles.missing}>
      <Icon name={missing.length > 0 ? 'info' : 'circle-check'} />
      {missing.length > 0 ? t('kyc.missing', { documents }) : t('kyc.complete')}
    </p>
  );
}
