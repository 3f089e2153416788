'use client';

import { useRef } from 'react';
import { BankChat, type BankHandle } from '@bank/embed/react';

/** A component with a click handler is a client component. */
export function Help({ loader, partner }: { loader: { origin: string }; partner: string }) {
  const chat = useRef<BankHandle>(null);
  return (
    <>
      <button onClick={() => chat.current?.open()}>Poser une question</button>
      <BankChat ref={chat} loader={loader} partner={partner} locale="fr" launcher="none" />
    </>
  );
}
