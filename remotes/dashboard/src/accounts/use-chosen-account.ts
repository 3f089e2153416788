import { useSearchParams } from '@bank/client/router';

/** The account that the address names (`?account=1007`), and the address that names one. */
export function useChosenAccount() {
  const [parameters] = useSearchParams();
  return {
    chosen: Number(parameters.get('account') ?? 0),
    addressOf: (id: number) => ({ search: `?account=${id}` }),
  };
}
