import type { Language } from '../../libs/contracts/language';

/**
 * The journeys that `npm test` walks, each in one language: what customers and staff do daily, and what moves money or opens an
 * account. All others, and these in the other language, come with the long matrices.
 */
export const coreJourneys: Record<string, Language> = {
  'a visit by keyboard alone': 'fr',
  'errors are shown beside their fields': 'fr',
  'a customer asks for a person, is answered live, and gets a ticket when the person leaves': 'fr',
  'a purchase appears at once, a declined one with what helps, and both pages add up': 'en',
  'a second factor is set up, and its code signs in': 'en',
  'one figure says what can be spent, on every screen that shows the balance': 'fr',
  'an identity is reviewed and accepted': 'en',
  'above 10 000 a first administrator and then another one approve, each with a code': 'en',
  'a role that is taken away refuses the next call, and loses nothing typed': 'fr',
  'who has no role reads what to do, and nothing else is offered': 'en',
  'all transactions are filtered, opened and exported': 'en',
  'the list can be reviewed by the keyboard only': 'fr',
  'a report is selected by its period and exported': 'en',
  'only creditors on the list collect, and what is to come can be refused': 'en',
  'a payee in the United States is added and paid, with the fee and the arrival before': 'fr',
  'a payee is found by name, and money stands aside for it': 'fr',
  'a user is created, and signs in': 'fr',
  'a row and a cell are named by the whole e-mail address': 'en',
  'a partner is added, gets its code, and its key is replaced': 'en',
  'a debit is ordered, deactivated, activated and removed': 'fr',
  'a card for one purchase is created with its network': 'en',
  'each document has its slot, and the details refuse half an address and a child': 'en',
  'a transfer to a customer is confirmed first, and has a receipt': 'fr',
  'a double click, a lost response and a reload move the money once': 'fr',
  'a rejection keeps its reason when the network fails, and works when it is back': 'fr',
  'whoever applied on a partner’s page opens the account in the bank, once': 'en',
  'a team gets a token, shown once, which is revoked': 'fr',
  'of two administrators who decide at once one wins, and the other reads it': 'fr',
  'the details of a transaction open in the address and survive a reload': 'fr',
  'a customer’s cards are shown, and one is blocked for the bank': 'fr',
  'too much is refused beside the amount, and can be mended': 'en',
  'failures are shown with the catalogue’s texts': 'fr',
  'a balance is edited with a reason, which is shown to the customer': 'fr',
  'a deactivated user is signed out at the next call, and can return once reactivated': 'fr',
  'the balance shows its change and its daily history': 'en',
  'a customer reads on every screen of the back-office that it is not theirs': 'fr',
};
