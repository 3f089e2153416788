import { StrictMode, useRef } from 'react';
import { createRoot } from 'react-dom/client';
import { BankChat, type BankHandle, BankSignup } from '@bank/embed/react';

const loader = { origin: import.meta.env.VITE_BANK_ORIGIN };
const partner = import.meta.env.VITE_BANK_KEY;

function Page() {
  const chat = useRef<BankHandle>(null);
  return (
    <main>
      <h1>Votre loyer, depuis votre compte</h1>
      <button onClick={() => chat.current?.open()}>Poser une question</button>
      <BankSignup loader={loader} partner={partner} locale="fr" onComplete={() => location.reload()} />
      <BankChat ref={chat} loader={loader} partner={partner} locale="fr" launcher="none" />
    </main>
  );
}

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <Page />
  </StrictMode>,
);
