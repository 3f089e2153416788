import { StrictMode, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { BankApplicationStatus, BankChat, type BankHandle, BankSignup } from '@bank/embed/react';

const loader = { origin: import.meta.env.VITE_BANK_ORIGIN };
const partner = import.meta.env.VITE_BANK_KEY;

function Page() {
  const chat = useRef<BankHandle>(null);
  const [application, setApplication] = useState<string>();
  return (
    <main>
      <h1>Votre loyer, depuis votre compte</h1>
      <button onClick={() => chat.current?.open()}>Poser une question</button>
      {/* It stays in the page: its frame still shows the step that leads on to the bank. */}
      <BankSignup
        loader={loader}
        partner={partner}
        locale="fr"
        onComplete={({ applicationId }) => setApplication(applicationId)}
      />
      {application && (
        <BankApplicationStatus loader={loader} partner={partner} locale="fr" application={application} />
      )}
      <BankChat ref={chat} loader={loader} partner={partner} locale="fr" launcher="none" />
    </main>
  );
}

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <Page />
  </StrictMode>,
);
