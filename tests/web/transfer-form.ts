import type { Page } from '@playwright/test';
import type { Say } from './languages';

/** The form of a transfer in the journey's language. */
export const formOf = (page: Page, say: Say) => {
  const dialog = page.getByRole('dialog', { name: say('Faire un virement', 'Make a transfer') });
  const field = (fr: string, en: string) => dialog.getByLabel(say(fr, en), { exact: true });
  const button = (fr: string | RegExp, en: string | RegExp) =>
    dialog.getByRole('button', { name: say(fr, en) });
  return {
    dialog,
    open: () => page.getByRole('button', { name: say('Faire un virement', 'Make a transfer') }).click(),
    recipient: field('Destinataire', 'Recipient'),
    iban: field('IBAN', 'IBAN'),
    name: field('Nom du destinataire', 'Recipient’s name'),
    method: field('Mode d’envoi', 'How it is sent'),
    amount: field('Montant', 'Amount'),
    description: field('Libellé', 'Description'),
    toIban: button('À un IBAN', 'To an IBAN'),
    review: button('Continuer', 'Continue'),
    /** The second confirmation of a name that is not the account holder's. */
    acceptName: dialog.getByRole('checkbox', {
      name: say('J’ai vérifié cet IBAN', 'I have checked this IBAN'),
    }),
    saved: field('Bénéficiaire', 'Payee'),
    regularly: button('Régulièrement', 'Regularly'),
    firstRun: field('Premier virement le', 'First transfer on'),
    edit: button('Modifier', 'Change'),
    send: (amount: string) => button(new RegExp(`^Envoyer ${amount}`), new RegExp(`^Send ${amount}`)),
    receipt: (fr: string, en: string) => dialog.getByRole('heading', { name: say(fr, en) }),
  };
};

/** The title of the receipt of money that went to a customer. */
export const done = ['Virement effectué', 'Money sent'] as const;
