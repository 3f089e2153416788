/** @jest-environment jsdom */
import '../../../tests/support/host-document';
import { act, renderHook, waitFor } from '@testing-library/react';
import { setLanguage } from '@bank/i18n/language';
import { I18nProvider } from '@bank/i18n/provider';
import errorsEn from '@bank/contracts/locales/errors.en.json';
import errorsFr from '@bank/contracts/locales/errors.fr.json';
import { ApiError } from './api';
import {
  failureText,
  hasNoAnswer,
  isFault,
  isOffline,
  useFailureText,
  withUserMessage,
} from './call-failure';
import { useCallTexts } from './call-texts';

const words = { failed: 'Échec', offline: 'Hors ligne' };
const refused = new ApiError('Solde insuffisant', 'INSUFFICIENT_FUNDS', 409, {
  fields: { amount: 'Trop' },
  retryAfterSeconds: 5,
});
const offline = new ApiError('Erreur de connexion', 'NETWORK', 0);
const unreadable = new ApiError('Erreur du serveur', 'UNREADABLE', 502);

it('distinguishes a missing response from a refusal', () => {
  expect([offline, refused, unreadable, new Error('x')].map(isOffline)).toEqual([true, false, false, false]);
});

it('knows that a call without a response may have succeeded', () => {
  const away = new ApiError('Indisponible', 'UNAVAILABLE', 503);
  const garbled = new ApiError('Erreur du serveur', 'UNREADABLE', 200);
  expect([offline, unreadable, away, garbled].map(hasNoAnswer)).toEqual([true, true, true, true]);
  expect([refused, new Error('x')].map(hasNoAnswer)).toEqual([false, false]);
});

it('recognises the bank’s own faults', () => {
  const internal = new ApiError('Une erreur', 'INTERNAL', 500);
  const away = new ApiError('Indisponible', 'UNAVAILABLE', 503);
  expect([internal, unreadable, offline, refused, away].map(isFault)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});

it("says the server's sentence, or else the catalogue's", () => {
  const texts = [refused, offline, unreadable, new Error('x')].map((error) => failureText(error, words));
  expect(texts).toEqual(['Solde insuffisant', 'Hors ligne', 'Échec', 'Échec']);
  expect(failureText(offline, { failed: 'Échec' })).toBe('Échec');
  const referred = new ApiError('Erreur du serveur', 'UNREADABLE', 502, { requestId: 'r-17' });
  expect(failureText(referred, words)).toBe('Échec\u00a0: Erreur du serveur');
});

it("says the catalogue's sentence first where it gives none of the server's, and then why it refused", () => {
  const broken = new ApiError('Une erreur est survenue', 'INTERNAL', 500, { requestId: 'r' });
  const texts = [refused, broken, offline].map((error) => failureText(error, { ...words, isFixed: true }));
  expect(texts).toEqual([
    'Échec\u00a0: Solde insuffisant',
    'Échec\u00a0: Une erreur est survenue',
    'Hors ligne',
  ]);
});

it('replaces the message of a failure and keeps the rest', () => {
  expect(withUserMessage(offline, words)).toMatchObject({ message: 'Hors ligne', code: 'NETWORK' });
  const broken = new ApiError('Erreur', 'INTERNAL', 500, { requestId: 'r-17' });
  expect(withUserMessage(broken, words)).toMatchObject({ message: 'Erreur', details: { requestId: 'r-17' } });
  const { message, details } = refused;
  expect(withUserMessage(refused, words)).toMatchObject({ message, details });
  const foreign = new Error('x');
  expect(withUserMessage(foreign, words)).toBe(foreign);
});

it('reports only that nothing changed when the person cancels the approval', () => {
  const cancelled = new ApiError('Rien n’a changé.', 'APPROVAL_REQUIRED', 403);
  expect(failureText(cancelled, { ...words, isFixed: true })).toBe('Rien n’a changé.');
});

it('words both parts of a failure in the language of the moment, while it is shown', async () => {
  const broken = new ApiError(errorsFr.INTERNAL, 'INTERNAL', 500, { requestId: 'r-17' });
  const { result } = renderHook(
    () => {
      const { language } = useCallTexts();
      return useFailureText(broken, { failed: language === 'fr' ? 'Échec' : 'Failed', isFixed: true });
    },
    { wrapper: I18nProvider },
  );
  expect(result.current).toBe(`Échec\u00a0: ${errorsFr.INTERNAL}`);
  act(() => setLanguage('en'));
  await waitFor(() => expect(result.current).toBe(`Failed: ${errorsEn.INTERNAL}`));
  act(() => setLanguage('fr'));
  await waitFor(() => expect(result.current).toBe(`Échec\u00a0: ${errorsFr.INTERNAL}`));
});
