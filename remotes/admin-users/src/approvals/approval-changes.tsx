import type { ApprovalChange, StaffApproval } from '@bank/contracts/approvals';
import { roles } from '@bank/contracts/permissions';
import { kycStatuses, userStatuses } from '@bank/contracts/users';
import { Link } from '@bank/client/router';
import { mayDo, useSession } from '@bank/client/session';
import { useLanguage } from '@bank/i18n/language';
import { useFormat } from '@bank/i18n/use-format';
import styles from './approvals.module.css';
import { useApprovalTexts } from './texts';

type Value = ApprovalChange['to'];

const translated = {
  role: roles,
  status: userStatuses,
  kyc_status: kycStatuses,
};

export function ApprovalChanges({
  approval: { changes, file, message, rule, case: dispute, password_link },
}: {
  approval: StaffApproval;
}) {
  const { t } = useApprovalTexts();
  const { amount, number } = useFormat();
  const language = useLanguage();
  const valueText = useValueText();
  const { user } = useSession();
  const textOf = ({ field, from, to }: ApprovalChange) =>
    from === null
      ? valueText(field, to)
      : t('from_to', { from: valueText(field, from), to: valueText(field, to) });
  const titleOf = ({ title_fr, title_en }: NonNullable<StaffApproval['message']>) =>
    t('message', { title: language === 'fr' ? title_fr : title_en });
  return (
    <ul className={styles.changes}>
      {changes.map((change) => (
        <li key={change.field}>
          <span className={styles.field}>{t(`field.${change.field}`)}</span>{' '}
          {change.field === 'rule' && rule && mayDo(user, 'read', 'rules:manage') ? (
            <Link to={`/admin/rules/${rule.id}`}>{textOf(change)}</Link>
          ) : (
            textOf(change)
          )}
        </li>
      ))}
      {file && (
        <li>
          {t('file', {
            message: file.message_id,
            count: file.credits,
            shown: number(file.credits),
            total: amount(file.total),
          })}
        </li>
      )}
      {message && (
        <li>
          {mayDo(user, 'read', 'messages:manage') ? (
            <Link to={`/admin/messages/${message.id}`}>{titleOf(message)}</Link>
          ) : (
            titleOf(message)
          )}
        </li>
      )}
      {dispute && mayDo(user, 'read', 'cases:manage') && (
        <li>
          <Link to={`/admin/cases/${dispute.id}`}>{t('case')}</Link>
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
