import { useState } from 'react';
import type { FrameData } from '@bank/contracts/embed-frame';
import { frameCalls } from './visitor.api';
import { VisitorPanel } from './visitor-panel';

export interface VisitorPartProps {
  data: FrameData;
  onHide: () => void;
}

/** The conversation with a person in a frame on a partner's page. */
export function VisitorPart({ data, onHide }: VisitorPartProps) {
  const [calls] = useState(() => frameCalls(data));
  return <VisitorPanel calls={calls} onHide={onHide} />;
}
