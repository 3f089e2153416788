import { QueryClientContext } from '@tanstack/react-query';
import { useContext, useEffect, useEffectEvent, useRef } from 'react';
import { useLanguage } from '@bank/i18n/language';
import { withoutActivity } from '../http/api';
import { ApprovalGate } from '../session/approval-gate';

/** What every page of a signed-in person has, and none needs for its first view. */
export function SignedInParts() {
  useRefreshInLanguage();
  return <ApprovalGate />;
}

/** Refetches what is shown, but for what is read once, when the language changes: some of its words are the server's. */
function useRefreshInLanguage() {
  const language = useLanguage();
  const queries = useContext(QueryClientContext);
  const shown = useRef(language);
  const onLanguage = useEffectEvent(() => {
    if (shown.current === language) return;
    shown.current = language;
    void withoutActivity(() =>
      queries?.invalidateQueries({
        predicate: ({ observers }) => observers.every(({ options }) => options.staleTime !== Infinity),
      }),
    );
  });
  useEffect(() => onLanguage(), [language]);
}
