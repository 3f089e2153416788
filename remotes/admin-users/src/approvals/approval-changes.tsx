import type { ApprovalChange, StaffApproval } from '@bank/contracts/approvals';
import { Link } from '@bank/client/router';
import { useLanguage } from '@bank/i18n/language';
import { useFormat } from '@bank/i18n/use-format';
import styles from './approvals.module.css';
import { useApprovalTexts } from './texts';

type Value = ApprovalChange['to'];

const translated = {
  role: ['user', 'admin'],
  status: ['active', 'inactive'],
  kyc_status: ['pending', 'approved', 'rejected'],
} as const;

export function ApprovalChanges({
  approval: { changes, file, message, password_link },
}: {
  approval: StaffApproval;
}) {
  const { t } = useApprovalTexts();
  const { amount, number } = useFormat();
  const language = useLanguage();
  const valueText = useValueText();
  return (
    <ul className={styles.changes}>
      {changes.map((change) => (
        <li key={change.field}>
          <span className={styles.field}>{t(`field.${change.field}`)}</span>{' '}
          {change.from === null
            ? valueText(change.field, change.to)
            : t('from_to', {
                from: valueText(change.field, change.from),
                to: valueText(change.field, change.to),
              })}
        </li>
      ))}
      {file && (
        <li>
          {t('file', { message: file.message_id, count: number(file.credits), total: amount(file.total) })}
        </li>
      )}
      {message && (
        <li>
          <Link to={`/admin/messages/${message.id}`}>
            {t('message', { title: message[language === 'fr' ? 'title_fr' : 'title_en'] })}
          </Link>
        </li>
      )}
      {password_link && <li>{t('password_link')}</li>}
    </ul>
  );
}

function useValueText() {
  const { t } = useApprovalTexts();
  const { amount } = useFormat();
  return (field: ApprovalChange['field'], value: Value): string => {
    if (value === null || value === '') return t('nothing');
    if (typeof value === 'number') return amount(value);
    if (field === 'staff_roles')
      return value
        .split(',')
        .map((role) => t(`staff.${role}` as 'staff.owner'))
        .join(', ');
    if (field === 'role' || field === 'status' || field === 'kyc_status') {
      const word = translated[field].find((each) => each === value);
      return word ? t(`${field}.${word}` as 'role.user') : value;
    }
    return value;
  };
}
