import { BankSignup } from '@bank/embed/react';
import { Help } from './help';

const loader = { origin: process.env.NEXT_PUBLIC_BANK_ORIGIN ?? '' };
const partner = process.env.NEXT_PUBLIC_BANK_KEY ?? '';

/** Rendered on the server; the widget is a client component already. */
export default function Page() {
  return (
    <main>
      <h1>Votre loyer, depuis votre compte</h1>
      <Help loader={loader} partner={partner} />
      <BankSignup loader={loader} partner={partner} locale="fr" />
    </main>
  );
}
