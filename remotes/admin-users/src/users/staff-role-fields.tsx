import { useId } from 'react';
import { staffRoles } from '@bank/contracts/permissions';
import type { ManagedUser } from '@bank/contracts/admin';
import { CheckboxField } from '@bank/ui/checkbox-field';
import { FieldError } from '@bank/ui/field';
import { useTexts } from '../texts';
import type { useUserForm } from './use-user-form';
import styles from './user-dialogs.module.css';

interface StaffRoleFieldsProps {
  register: ReturnType<typeof useUserForm>['register'];
  error: string | undefined;
}

/** The roles of an administrator: one or more. */
export function StaffRoleFields({ register, error }: StaffRoleFieldsProps) {
  const { t } = useTexts();
  const errorId = useId();
  return (
    <fieldset className={styles.roles} aria-describedby={error ? errorId : undefined}>
      <legend>{t('users.staff_roles')}</legend>
      {staffRoles.map((role) => (
        <CheckboxField
          key={role}
          label={t(`users.staff_${role}`)}
          hint={t(`users.staff_${role}_hint`)}
          value={role}
          {...register('staff_roles')}
        />
      ))}
      <FieldError id={errorId} error={error} />
    </fieldset>
  );
}

/** The names of an administrator's staff roles, in one text. */
export function useStaffRoleNames() {
  const { t } = useTexts();
  return ({ staff_roles: held = [] }: ManagedUser) => held.map((role) => t(`users.staff_${role}`)).join(', ');
}
