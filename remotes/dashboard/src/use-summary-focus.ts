import { useEffect, useRef } from 'react';

/**
 * Gives the focus to the summary that a step begins with. A dialog keeps how far the step before was scrolled, and a browser
 * moves nothing for an element that fills it: the dialog begins at its start again.
 */
export function useSummaryFocus() {
  const summary = useRef<HTMLDivElement>(null);
  useEffect(() => {
    summary.current?.focus();
    const dialog = summary.current?.closest('dialog');
    if (dialog) dialog.scrollTop = 0;
  }, []);
  return summary;
}
