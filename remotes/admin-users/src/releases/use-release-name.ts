import { isSite } from '@bank/contracts/remotes';
import { useReleaseTexts } from './texts';

/** Names what is released: a shell in words, a remote by its own name. */
export function useReleaseName(): (remote: string) => string {
  const { t } = useReleaseTexts();
  return (remote) => (isSite(remote) ? t(`name.${remote}`) : remote);
}
