import { formatFor, type Format } from './format';
import { useLanguage } from './language';

/** The formatters of the current language; a component that uses them follows the language. */
export function useFormat(): Format {
  return formatFor(useLanguage());
}
