import { useFormat } from '@bank/i18n/use-format';
import { useKycTexts } from './texts';

const kilobyte = 1024;

/** Returns a formatter of file sizes, from bytes. */
export function useSizeText() {
  const { t } = useKycTexts();
  const { number } = useFormat();
  return (bytes: number) => {
    const kilobytes = Math.ceil(bytes / kilobyte);
    if (kilobytes < kilobyte) return t('kyc.size_kilobytes', { size: number(kilobytes) });
    return t('kyc.size_megabytes', { size: number(Math.round((kilobytes / kilobyte) * 10) / 10) });
  };
}
