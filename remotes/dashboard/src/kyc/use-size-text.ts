import { useFormat } from '@bank/i18n/use-format';
import { useTexts } from '../texts';

const kilobyte = 1024;

/** The size of a file in words, from bytes. */
export function useSizeText() {
  const { t } = useTexts();
  const { number } = useFormat();
  return (bytes: number) => {
    if (bytes < kilobyte) return t('kyc.size_bytes', { size: number(bytes) });
    const kilobytes = bytes / kilobyte;
    if (kilobytes < kilobyte) return t('kyc.size_kilobytes', { size: number(Math.round(kilobytes)) });
    return t('kyc.size_megabytes', { size: number(Math.round((kilobytes / kilobyte) * 10) / 10) });
  };
}
