import { renderPage } from '../../../../tests/support/ui';
import { act, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { setLanguage } from '@bank/i18n/language';
import { ChatButton } from './chat-button';
import { closeChat, openChat } from './chat-store';
import { ChatPanel } from './chat-panel';
import './chat-overlay';

beforeEach(() => {
  jest.useFakeTimers({ now: new Date('2026-11-21T13:05:00Z') });
  jest.spyOn(Math, 'random').mockReturnValue(0.5);
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
  act(() => {
    closeChat();
    setLanguage('fr');
  });
});

const input = () => screen.getByLabelText('Votre message');
const log = () => screen.getByRole('log', { name: 'Conversation' });
const typing = () => screen.queryByText('L’assistant écrit…');
const pass = (milliseconds: number) => act(() => jest.advanceTimersByTime(milliseconds));
const say = (text: string) => {
  fireEvent.change(input(), { target: { value: text } });
  fireEvent.keyDown(input(), { key: 'Enter' });
};

describe('the panel', () => {
  it('opens with a timed greeting and the specified frame', () => {
    renderPage(<ChatPanel />);
    pass(0);
    expect(screen.getByRole('heading', { name: 'Assistant Bank PCS' })).toBeVisible();
    expect(screen.getByText('En ligne')).toBeVisible();
    expect(within(log()).getByText(/Bonjour, je suis l’assistant/)).toBeVisible();
    expect(within(log()).getByText('14:05')).toBeVisible();
    expect(within(screen.getByRole('group')).getAllByRole('button')).toHaveLength(4);
    expect(screen.getByText('Assistance 24h/7j')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Fermer' })).toBeNull();
  });

  it('types for one to two seconds, then replies without calling the server', () => {
    const { calls } = renderPage(<ChatPanel />);
    say('mon solde');
    expect(within(log()).getByText('mon solde')).toBeVisible();
    expect(input()).toHaveValue('');
    expect(typing()).toBeVisible();
    pass(1499);
    expect(typing()).toBeVisible();
    pass(1);
    expect(typing()).toBeNull();
    expect(within(log()).getByText(/Votre solde est tenu à jour/)).toBeVisible();
    expect(calls).toEqual([]);
  });

  it.each([
    [0, 1000],
    [0.999, 1999],
  ])('waits within the bounds for a random %d', (random, milliseconds) => {
    jest.mocked(Math.random).mockReturnValue(random);
    renderPage(<ChatPanel />);
    say('kyc');
    pass(milliseconds - 1);
    expect(typing()).toBeVisible();
    pass(1);
    expect(typing()).toBeNull();
  });

  it('replies to several messages in their order', () => {
    renderPage(<ChatPanel />);
    say('kyc');
    pass(1000);
    say('tarif');
    pass(500);
    expect(within(log()).getByText(/KYC est le nom anglais/)).toBeVisible();
    expect(within(log()).queryByText(/sans frais cachés/)).toBeNull();
    pass(1500);
    expect(within(log()).getByText(/sans frais cachés/)).toBeVisible();
    expect(typing()).toBeNull();
  });

  it('sends on Enter, but not on Shift+Enter, during composition or when blank', () => {
    renderPage(<ChatPanel />);
    const send = screen.getByRole('button', { name: 'Envoyer' });
    expect(send).toBeDisabled();
    fireEvent.change(input(), { target: { value: '  \n ' } });
    expect(send).toBeDisabled();
    fireEvent.keyDown(input(), { key: 'Enter' });
    expect(typing()).toBeNull();
    fireEvent.change(input(), { target: { value: 'aide' } });
    expect(send).toBeEnabled();
    fireEvent.keyDown(input(), { key: 'Enter', shiftKey: true });
    fireEvent.keyDown(input(), { key: 'Enter', isComposing: true });
    expect(typing()).toBeNull();
    fireEvent.click(send);
    expect(typing()).toBeVisible();
    expect(input()).toHaveFocus();
  });

  it.each([
    ['Consulter mon solde', /Votre solde est tenu à jour/],
    ['Mes cartes', /Trois cartes/],
    ['Faire un virement', /Un virement se fait depuis/],
    ['Contacter le support', /Écrivez-nous par le formulaire/],
  ])('replies to the quick action %s', (action, answer) => {
    renderPage(<ChatPanel />);
    fireEvent.click(screen.getByRole('button', { name: action }));
    pass(2000);
    expect(within(log()).getByText(answer)).toBeVisible();
  });

  it('shows typed text as plain text, and quotes the facts', () => {
    renderPage(<ChatPanel />);
    say('<img src=x onerror=alert(1)> carte');
    pass(2000);
    expect(within(log()).getByText('<img src=x onerror=alert(1)> carte')).toBeVisible();
    expect(log().querySelector('img')).toBeNull();
    expect(log()).toHaveTextContent(/Standard : jusqu’à 1 000 € par jour/);
    expect(log()).toHaveTextContent(/Business : jusqu’à 20 000 € par jour/);
  });

  it('answers what newcomers ask, typing errors and all, the way to help first', async () => {
    const onNavigate = jest.fn();
    const lines = jest.fn();
    renderPage(<ChatPanel onNavigate={onNavigate} onTranscript={lines} />);
    say('On m’a vollé ma crate');
    // The questions are loaded with the first message.
    await act(() => jest.advanceTimersByTimeAsync(2000));
    expect(within(log()).getByText(/^Bloquez-la d’abord/)).toBeVisible();
    fireEvent.click(within(log()).getAllByRole('link')[0]!);
    expect(onNavigate).toHaveBeenCalledWith('/dashboard/cards');
    expect(within(log()).getAllByRole('link')[0]).toHaveTextContent('Bloquer ma carte maintenant');
    const said = lines.mock.lastCall as [{ content: string }[]];
    expect(said[0].at(-1)?.content).toMatch(/^Bloquez-la d’abord/);
    say('Combien de temps pour ouvrir un compte ?');
    pass(2000);
    expect(within(log()).getByText('Voici nos délais :')).toBeVisible();
    say('confidentialitee');
    pass(2000);
    expect(within(log()).getByText(/Voici ce que j’ai trouvé/)).toBeVisible();
    expect(within(log()).getByRole('link', { name: /^Comment mes données/ })).toHaveAttribute(
      'href',
      '/faq#data-protection',
    );
    say('xyzzy');
    pass(2000);
    expect(within(log()).getByText(/Je ne suis pas sûr d’avoir compris/)).toBeVisible();
    say('viremant');
    pass(2000);
    expect(within(log()).getByText(/Un virement se fait depuis/)).toBeVisible();
    act(() => setLanguage('en'));
    expect(within(log()).getByText(/^Block it first/)).toBeVisible();
  });

  it('links to the real screens, inside the page if it can', () => {
    const onNavigate = jest.fn();
    renderPage(<ChatPanel onNavigate={onNavigate} />);
    say('mes cartes');
    pass(2000);
    const link = screen.getByRole('link', { name: 'Voir mes cartes' });
    expect(link).toHaveAttribute('href', '/dashboard/cards');
    expect(fireEvent.click(link)).toBe(false);
    expect(onNavigate).toHaveBeenCalledWith('/dashboard/cards');
    // jsdom cannot navigate: the document cancels the click after all other handlers.
    document.addEventListener('click', (event) => event.preventDefault(), { once: true });
    fireEvent.click(link, { ctrlKey: true });
    expect(onNavigate).toHaveBeenCalledTimes(1);
  });

  it('follows the language of the page, earlier replies included', () => {
    renderPage(<ChatPanel />);
    act(() => setLanguage('en'));
    expect(within(log()).getByText(/Hello, I am the Bank PCS assistant/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Check my balance' })).toBeVisible();
    expect(screen.getByText('Support 24/7')).toBeVisible();
  });
});

describe('the button', () => {
  beforeEach(() => {
    // jsdom implements neither a dialog's methods nor media queries.
    Object.assign(HTMLDialogElement.prototype, {
      show(this: HTMLDialogElement) {
        this.open = true;
      },
      showModal(this: HTMLDialogElement) {
        this.open = true;
        this.dataset.modal = 'true';
      },
      close(this: HTMLDialogElement) {
        this.open = false;
      },
    });
    screenIs({ small: false });
    jest.useRealTimers();
  });

  const screenIs = ({ small }: { small: boolean }) => {
    window.matchMedia = () =>
      ({
        matches: small,
        addEventListener: () => {},
        removeEventListener: () => {},
      }) as unknown as MediaQueryList;
  };
  const person = userEvent.setup();
  const button = (name = 'Ouvrir l’assistant') => screen.getByRole('button', { name });

  it('opens the assistant beside the page, focuses the input, and returns the focus on Escape', async () => {
    renderPage(<ChatButton />);
    expect(button()).toHaveAttribute('aria-expanded', 'false');
    expect(screen.queryByRole('dialog')).toBeNull();
    await person.click(button());
    const dialog = await screen.findByRole('dialog', { name: 'Assistant Bank PCS' });
    expect(dialog.dataset.modal).toBeUndefined();
    expect(input()).toHaveFocus();
    expect(button('Fermer l’assistant')).toHaveAttribute('aria-expanded', 'true');
    await person.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(button()).toHaveFocus();
  });

  it('is closed for the page too when the browser closes it', async () => {
    renderPage(<ChatButton />);
    await person.click(button());
    const dialog = await screen.findByRole<HTMLDialogElement>('dialog');
    act(() => {
      dialog.close();
      fireEvent(dialog, new Event('close'));
    });
    expect(button()).toHaveAttribute('aria-expanded', 'false');
  });

  it('keeps the conversation while it is closed', async () => {
    renderPage(<ChatButton />);
    await person.click(button());
    await screen.findByRole('dialog');
    await person.keyboard('ma question{Enter}');
    await person.click(screen.getByRole('button', { name: 'Fermer' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    await person.click(button());
    expect(within(await screen.findByRole('log')).getByText('ma question')).toBeVisible();
  });

  it('opens for another part of this remote, and stays open while a link is followed', async () => {
    const { place } = renderPage(<ChatButton />);
    act(openChat);
    await screen.findByRole('dialog');
    await person.click(screen.getByRole('button', { name: 'Mes cartes' }));
    await person.click(await screen.findByRole('link', { name: 'Comparer les cartes' }, { timeout: 3000 }));
    expect(place()).toBe('/faq#card-types');
    expect(screen.getByRole('dialog')).toBeVisible();
  });

  it('fills a small screen, and closes when a link opens a screen', async () => {
    screenIs({ small: true });
    const { place } = renderPage(<ChatButton />);
    await person.click(button());
    expect((await screen.findByRole('dialog')).dataset.modal).toBe('true');
    await person.click(screen.getByRole('button', { name: 'Contacter le support' }));
    await person.click(await screen.findByRole('link', { name: 'Nous écrire' }, { timeout: 3000 }));
    expect(place()).toBe('/contact');
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
