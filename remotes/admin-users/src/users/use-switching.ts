import type { ManagedUser } from '@bank/contracts/admin';
import { failureText } from '@bank/client/call-failure';
import { useToast } from '@bank/ui/toast';
import { useTexts } from '../texts';
import { useSwitchUser } from './users.api';

export function useSwitching() {
  const { t } = useTexts();
  const { show } = useToast();
  const { mutate, isPending, variables } = useSwitchUser();
  const switchUser = (user: ManagedUser) => {
    const name = `${user.first_name} ${user.last_name}`;
    mutate(user, {
      onSuccess: ({ status }) => show({ type: 'success', message: t(`users.now_${status}`, { name }) }),
      onError: (error) => {
        const texts = { failed: t('users.switch_failed'), isFixed: true };
        show({ type: 'error', message: failureText(error, texts) });
      },
    });
  };
  return { switchUser, switching: isPending ? variables.id : undefined };
}
