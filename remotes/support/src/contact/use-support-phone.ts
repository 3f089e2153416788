import { useSyncExternalStore } from 'react';
import { config } from '@bank/client/config';

const never = () => () => undefined;

/** The number of the bank's telephone line; undefined where it has none, and until the script took a prerendered page over. */
export const useSupportPhone = (): string | undefined =>
  useSyncExternalStore(
    never,
    () => config.support_phone,
    () => undefined,
  );
