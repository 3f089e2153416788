import type { Page } from '@playwright/test';
import { type State, cut, press, shows } from './state';

const next = (page: Page) => press(page, 'Continuer');

async function toMessage(page: Page) {
  await page.getByLabel('Prénom').fill('Zoé');
  await page.getByLabel('Nom', { exact: true }).fill('Le Goff');
  await page.getByLabel('Adresse e-mail').fill('zoe@example.org');
  await next(page);
  await page.getByLabel('Catégorie').selectOption('cards');
  await next(page);
  await page.getByLabel('Sujet').fill('Carte');
  await page.getByLabel('Message', { exact: true }).fill('Ma carte est restée dans la machine.');
}

const chat = (page: Page) => page.getByRole('dialog', { name: 'Assistant Bank PCS' });

/** The screens of a visitor. */
export const ofVisitors: State[] = [
  { name: 'landing', at: '/', reach: shows(/1\s€/) },
  {
    name: 'sign-in refused',
    at: '/login',
    reach: async (page) => {
      await page.getByLabel('Nom d’utilisateur ou e-mail').fill('nobody');
      await page.getByLabel('Mot de passe', { exact: true }).fill('whatever-it-is');
      await press(page, 'Se connecter');
      return page.getByRole('main').getByRole('alert');
    },
  },
  {
    name: 'sign-up refused',
    at: '/signup',
    reach: async (page) => {
      await press(page.getByRole('main'), 'Ouvrir mon compte');
      return page.getByRole('alert');
    },
  },
  {
    name: 'link sent',
    at: '/forgot-password',
    reach: async (page) => {
      await page.getByLabel('E-mail').fill('nobody@example.org');
      await press(page, 'Recevoir le lien');
      return page.getByText('Consultez votre boîte de réception');
    },
  },
  {
    name: 'link that is spent',
    at: '/reset-password#token=spent',
    reach: async (page) => {
      await page.getByLabel('Nouveau mot de passe', { exact: true }).fill('a-new-long-enough-one');
      await page.getByLabel('Confirmer le mot de passe').fill('a-new-long-enough-one');
      await press(page, 'Changer mon mot de passe');
      return page.getByText('Ce lien n’est plus valable');
    },
  },
  {
    name: 'contact: refused',
    at: '/contact',
    reach: async (page) => {
      await next(page);
      return page.getByText('Veuillez remplir tous les champs obligatoires');
    },
  },
  {
    name: 'contact: message, and no line',
    at: '/contact',
    reach: async (page) => {
      await toMessage(page);
      await cut(page, 'contact');
      await press(page, 'Envoyer le message');
      return page.getByText("Erreur : Erreur lors de l'envoi");
    },
  },
  {
    name: 'contact: sent',
    at: '/contact',
    reach: async (page) => {
      await toMessage(page);
      await press(page, 'Envoyer le message');
      return page.getByText(/Message envoyé avec succès\s! Référence:\s\S+/);
    },
  },
  {
    name: 'faq: a category, an answer open',
    at: '/faq?category=cards',
    reach: async (page) => {
      await page.getByText('Comment débloquer ma carte ?').click();
      return page.getByRole('list', { name: 'Mots-clés' });
    },
  },
  {
    name: 'faq: nothing found',
    at: '/faq',
    reach: async (page) => {
      await page.getByLabel('Rechercher dans la FAQ').fill('xyzzy');
      return page.getByText('Aucun résultat');
    },
  },
  {
    name: 'chat: an answer',
    at: '/faq',
    reach: async (page) => {
      await press(page, 'Ouvrir l’assistant');
      await press(chat(page), 'Mes cartes');
      await chat(page).getByText('L’assistant écrit…').waitFor();
      await chat(page).getByText('L’assistant écrit…').waitFor({ state: 'hidden' });
      return chat(page).getByText('Assistance 24h/7j');
    },
  },
];
