import { renderPage } from '../../../../tests/support/ui';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link } from '@bank/client/router';
import { setLanguage } from '@bank/i18n/language';
import { closeChat, useChatOpen } from '../chat/chat-store';
import { FaqPage } from './faq-page';
import en from './questions.en.json';
import fr from './questions.fr.json';
import { categories, entries, questionsIn, useQuestionTexts } from './questions';

const person = userEvent.setup();
const headings = (level: number) =>
  screen.queryAllByRole('heading', { level }).map(({ textContent }) => textContent.replace(/\s/g, ' '));
const shown = () => headings(3);
const search = () => screen.getByRole('searchbox', { name: 'Rechercher dans la FAQ' });
const category = (name: string) => screen.getByRole('button', { name });
const details = (id: string) => document.getElementById(id) as HTMLDetailsElement;

beforeAll(() => {
  // jsdom computes no layout.
  Element.prototype.scrollIntoView = jest.fn();
});
afterEach(() =>
  act(() => {
    closeChat();
    setLanguage('fr');
  }),
);

it('shows the questions by category', () => {
  renderPage(<FaqPage />, { path: '/faq' });
  expect(shown()).toHaveLength(15);
  expect(screen.getByRole('status')).toHaveTextContent('15 questions');
  expect(category('Toutes')).toHaveAttribute('aria-pressed', 'true');
  expect(headings(2)).toEqual([
    'Compte',
    'Cartes',
    'Transactions',
    'Vérification d’identité',
    'Sécurité',
    'Technique',
    'Vous ne trouvez pas ?',
  ]);
});

it('opens a question, with its tags and the link to the screen', async () => {
  renderPage(<FaqPage />, { path: '/faq' });
  expect(details('card-types').open).toBe(false);
  await person.click(screen.getByText('Quelles cartes proposez-vous ?'));
  expect(details('card-types').open).toBe(true);
  const answer = within(details('card-types'));
  expect(answer.getByText(/^Premium/)).toHaveTextContent(
    '5 € par mois, jusqu’à 5 000 € par jour et 15 000 € par mois',
  );
  expect(answer.getByRole('list', { name: 'Mots-clés' })).toHaveTextContent('plafond');
  expect(answer.getByRole('link', { name: 'Voir mes cartes' })).toHaveAttribute('href', '/dashboard/cards');
});

it.each([
  ['MOT DE PASSE OUBLIÉ', 'J’ai oublié mon mot de passe. Que faire ?'],
  ['oublie', 'J’ai oublié mon mot de passe. Que faire ?'],
  ['50 000', 'Quelles cartes proposez-vous ?'],
  ['50000€', 'Quelles cartes proposez-vous ?'],
  ['hameconnage', 'Comment mes données sont-elles protégées ?'],
  ['selfie', 'Pourquoi et comment vérifier mon identité ?'],
])('finds "%s" in question, answer or tags', async (text, question) => {
  renderPage(<FaqPage />, { path: '/faq' });
  await person.type(search(), text);
  expect(shown()).toContain(question);
  expect(shown().length).toBeLessThan(4);
});

it.each([
  ['opening hourz', 'Le site ne fonctionne pas bien. Que faire ?'],
  ['horraires', 'Le site ne fonctionne pas bien. Que faire ?'],
  ['oposition carte', 'Comment débloquer ma carte ?'],
  ['confidentialitee', 'Comment mes données sont-elles protégées ?'],
  ['curency', 'Comment ouvrir un compte ?'],
])('finds the questions nearest to "%s", which no question contains', async (text, question) => {
  renderPage(<FaqPage />, { path: '/faq' });
  await person.type(search(), text);
  expect(await screen.findByText(/Aucune question ne contient ces mots/)).toBeVisible();
  expect(shown()).toContain(question);
  expect(shown().length).toBeLessThan(6);
});

it('prefers exact matches, and finds nothing for unrelated searches', async () => {
  renderPage(<FaqPage />, { path: '/faq' });
  await person.type(search(), 'selfie');
  expect(shown()).toEqual(['Pourquoi et comment vérifier mon identité ?']);
  await person.clear(search());
  await person.type(search(), 'xyzzyxyzzy');
  expect(screen.getByText('Aucun résultat')).toBeVisible();
  await person.clear(search());
  await person.type(search(), 'horraires');
  await screen.findByText(/Aucune question ne contient ces mots/);
  await person.type(search(), 'xyzzy');
  expect(screen.getByText('Aucun résultat')).toBeVisible();
});

it('takes the category from the address', () => {
  renderPage(<FaqPage />, { path: '/faq?category=cards' });
  expect(category('Cartes')).toHaveAttribute('aria-pressed', 'true');
  expect(shown()).toHaveLength(3);
});

it('treats an unknown category as all', () => {
  renderPage(<FaqPage />, { path: '/faq?category=constructor' });
  expect(category('Toutes')).toHaveAttribute('aria-pressed', 'true');
  expect(shown()).toHaveLength(15);
});

it('stores the category in the address, and clears the search when one is chosen', async () => {
  const { place } = renderPage(<FaqPage />, { path: '/faq' });
  await person.type(search(), 'passeport introuvable');
  expect(shown()).toHaveLength(0);
  await person.click(category('Sécurité'));
  expect(search()).toHaveValue('');
  expect(shown()).toHaveLength(2);
  expect(place()).toBe('/faq?category=security');
  await person.type(search(), 'zzz');
  await person.click(category('Sécurité'));
  expect(search()).toHaveValue('');
  await person.click(category('Toutes'));
  expect(place()).toBe('/faq');
  expect(shown()).toHaveLength(15);
});

it('reports that nothing matches, and offers all categories or a new search', async () => {
  const { place } = renderPage(<FaqPage />, { path: '/faq?category=cards' });
  await person.type(search(), 'selfie');
  expect(screen.getByText('Aucun résultat')).toBeVisible();
  expect(screen.getByRole('status')).toHaveTextContent('0 question');
  await person.click(screen.getByRole('button', { name: 'Chercher dans toutes les catégories' }));
  expect(place()).toBe('/faq');
  expect(search()).toHaveValue('selfie');
  expect(shown()).toEqual(['Pourquoi et comment vérifier mon identité ?']);
  await person.type(search(), 'zzz');
  await person.click(screen.getByRole('button', { name: 'Effacer la recherche' }));
  expect(shown()).toHaveLength(15);
});

it('opens the question that the address names, even if a search hides it', async () => {
  const page = (
    <>
      <FaqPage />
      <Link to="/faq#fees">frais</Link>
    </>
  );
  renderPage(page, { path: '/faq#kyc-delay' });
  expect(details('kyc-delay').open).toBe(true);
  expect(details('kyc-delay').querySelector('summary')).toHaveFocus();
  await person.type(search(), 'tablette');
  expect(search()).toHaveFocus();
  await person.click(screen.getByRole('link', { name: 'frais' }));
  expect(search()).toHaveValue('');
  expect(details('fees').open).toBe(true);
});

it('offers the live chat and the contact page', async () => {
  const Chat = () => <output>{useChatOpen() ? 'open' : 'closed'}</output>;
  renderPage(
    <>
      <FaqPage />
      <Chat />
    </>,
    { path: '/faq' },
  );
  expect(screen.getByRole('link', { name: 'Nous contacter' })).toHaveAttribute('href', '/contact');
  await person.click(screen.getByRole('button', { name: 'Discuter en direct' }));
  expect(screen.getByText('open')).toBeVisible();
});

it('is available in English', () => {
  act(() => setLanguage('en'));
  renderPage(<FaqPage />, { path: '/faq' });
  expect(screen.getByText('How do I open an account?')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Identity verification' })).toBeVisible();
});

describe('the questions', () => {
  it('are complete in both languages', () => {
    const keys = entries.flatMap(({ id }) => [`${id}.answer`, `${id}.question`, `${id}.tags`]).sort();
    expect(Object.keys(fr)).toEqual(keys);
    expect(Object.keys(en)).toEqual(keys);
    expect([...Object.values(fr), ...Object.values(en)].filter((text) => !text.trim())).toEqual([]);
    expect(new Set(entries.map(({ category: of }) => of))).toEqual(new Set(categories));
  });

  it.each([
    ['fr', /\{\{|undefined/],
    ['en', /\{\{|undefined/],
  ] as const)('name no fact that does not exist (%s)', (language, hole) => {
    act(() => setLanguage(language));
    const texts = questionsIn(language, useQuestionTexts.translate).flatMap(({ question, answer }) => [
      question,
      answer,
    ]);
    expect(texts.filter((text) => hole.test(text))).toEqual([]);
  });

  it('quote the facts of the specification in both languages', () => {
    const answers = questionsIn('fr', useQuestionTexts.translate).map(({ answer }) =>
      answer.replace(/\s/g, ' '),
    );
    const text = answers.join('\n');
    for (const fact of [
      'Standard : gratuite, jusqu’à 1 000 € par jour et 5 000 € par mois',
      'Premium : 5 € par mois, jusqu’à 5 000 € par jour et 15 000 € par mois',
      'Business : 15 € par mois, jusqu’à 20 000 € par jour et 50 000 € par mois',
      'Virement SEPA : gratuit',
      '5 € en Europe, 15 € plus le change ailleurs',
      'hors zone euro : 2 %',
      'gratuit, 4 par mois. Autre retrait : 2 €',
      '3 € plus 1,5 %',
      '24-48 h',
      '3-5 jours ouvrés',
      'jusqu’à 7 jours',
      '5-7 jours ouvrés',
      '1 € par semaine',
    ]) {
      expect(text).toContain(fact);
    }
  });
});
