import { useEffect, useRef } from 'react';
import type { TestOutcome } from '@bank/contracts/partner-applications';
import { useTestTexts } from './texts';

/** In place of the way to the bank: what would follow there, and that nothing came into being. */
export function TestEnd({ outcome }: { outcome: TestOutcome | undefined }) {
  const { t } = useTestTexts();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        {t('title')}
      </h1>
      <p>{t('nothing')}</p>
      <p>{t(`outcome.${outcome ?? 'approved'}`)}</p>
    </>
  );
}
