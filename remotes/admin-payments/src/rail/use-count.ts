import { railCounted } from '@bank/contracts/rail-state';
import { useFormat } from '@bank/i18n/use-format';
import { useRailTexts } from './texts';

/** Formats a number that is counted up to `railCounted`. */
export function useCount() {
  const { t } = useRailTexts();
  const { number } = useFormat();
  return (count: number) =>
    count > railCounted ? t('rail.more_than', { count: number(railCounted) }) : number(count);
}
