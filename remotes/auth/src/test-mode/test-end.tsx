import { useEffect, useRef } from 'react';
import type { TestOutcome } from '@bank/contracts/partner-applications';
import { FrameHeader } from '../frame-header';
import { useTestTexts } from './texts';

interface TestEndProps {
  outcome: TestOutcome | undefined;
  onClose: () => void;
}

/** In place of the way to the bank: what would follow there, and that nothing came into being. */
export function TestEnd({ outcome, onClose }: TestEndProps) {
  const { t } = useTestTexts();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <FrameHeader title={t('title')} heading={heading} onClose={onClose} />
      <p>{t('nothing')}</p>
      <p>{t(`outcome.${outcome ?? 'approved'}`)}</p>
    </>
  );
}
