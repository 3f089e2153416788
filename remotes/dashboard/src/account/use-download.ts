import { failureText } from '@bank/client/call-failure';
import { useMutation } from '@bank/client/query';
import { useToast } from '@bank/ui/toast';
import { useAccountTexts } from './texts';

interface Order<Name> {
  name: Name;
  save: () => Promise<void>;
}

/** Saves files one at a time and reports the outcome; `saving` names the one in progress. */
export function useDownload<Name extends string>() {
  const { t } = useAccountTexts();
  const { show } = useToast();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: ({ save }: Order<Name>) => save(),
    onSuccess: () => show({ type: 'success', message: t('download_ready') }),
    onError: (error) =>
      show({ type: 'error', message: failureText(error, { failed: t('download_failed') }) }),
  });
  const download = (name: Name, save: () => Promise<void>) => {
    if (!isPending) mutate({ name, save });
  };
  return { download, saving: isPending ? variables.name : undefined };
}
