import { onlineManager, type Query, QueryClientContext } from '@tanstack/react-query';
import { useContext, useEffect, useEffectEvent, useRef } from 'react';
import { useLanguage } from '@bank/i18n/language';
import { withoutActivity } from '../http/api';
import { hasNoAnswer } from '../http/call-failure';
import { ApprovalGate } from '../session/approval-gate';

/** What every page of a signed-in person has, and none needs for its first view. */
export function SignedInParts() {
  useRefreshInLanguage();
  useRefreshOnline();
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

/** What could not be loaded is read again once the network is back, which is nothing that the person did. */
function useRefreshOnline() {
  const queries = useContext(QueryClientContext);
  useEffect(
    () =>
      onlineManager.subscribe((isOnline) => {
        if (!isOnline) return;
        const predicate = ({ state }: Pick<Query, 'state'>) => hasNoAnswer(state.error);
        void withoutActivity(() =>
          queries?.refetchQueries({ type: 'active', predicate }, { cancelRefetch: false }),
        );
      }),
    [queries],
  );
}
