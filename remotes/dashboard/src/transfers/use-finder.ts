import { inGroupsOfFour } from '@bank/contracts/account-number';
import { compactIban, isIban, methodFor } from '@bank/contracts/iban';
import { withoutMarks } from '@bank/contracts/invisible-marks';
import type { PayeeResolved } from '@bank/contracts/payees';
import { ApiError } from '@bank/client/api';
import { useFailureText } from '@bank/client/call-failure';
import { useMutation } from '@bank/client/query';
import { useSession } from '@bank/client/session';
import { resolvePayee, useBeneficiaries } from '../payees/payees.api';
import { usePayeeTexts } from '../payees/texts';
import { bookChoice, customerChoice, noPayee, offered, type PayeeChoice, recentChoice } from './payee-choice';
import { useRecentPayees } from './recent-payees.api';
import type { TypedOrder } from './transfer-order';
import type { TransferForm } from './use-transfer';

/** Fills in values and moves the focus to a field. */
export type Fill = (values: Partial<TypedOrder>, focused: keyof TypedOrder) => void;
export type Finder = ReturnType<typeof useFinder>;

/** A customer number, which needs no search; a telephone number has more digits. */
const isCustomerNumber = (typed: string) => /^\d{1,8}$/.test(withoutMarks(typed).trim());

/** Meant as an IBAN, by its shape, but none: mostly a slip in one of its digits. */
const isWrongIban = (typed: string) => {
  const iban = compactIban(typed);
  return /^[A-Z]{2}\d{2}[A-Z0-9]{9,}$/.test(iban) && !isIban(iban);
};

/** Finds the recipient of what was typed: @name, e-mail, telephone, IBAN, or somebody paid or saved before. */
export function useFinder(form: TransferForm, fill: Fill) {
  const { user } = useSession();
  const [to, label, typed] = form.watch(['to', 'recipient_label', 'recipient_id']);
  const choices = useChoices(typed);
  const search = useMutation({ mutationFn: resolvePayee });
  const failure = useFailure(search, typed, user?.id);
  const take = (choice: PayeeChoice) => fill(choice.values, 'amount');
  const receive = (found: PayeeResolved) => {
    if (found.kind === 'outside') {
      const recipient_account = inGroupsOfFour(found.account);
      const payment_method = methodFor(found.account);
      fill({ ...noPayee, to: 'iban', recipient_account, payment_method }, 'recipient_name');
      return false;
    }
    if (found.recipient_id === user?.id) return false;
    const { values } = customerChoice(found.recipient_id, found.name);
    fill({ ...values, unverified_id: found.unverified ? String(found.recipient_id) : '' }, 'amount');
    return true;
  };
  /** Runs `andThen` when the recipient needs no further field. */
  const find = (andThen?: () => void) => {
    const [only] = choices;
    if (typed.trim() === '' || search.isPending) return;
    if (only && choices.length === 1) {
      take(only);
      andThen?.();
    } else {
      search.mutate(typed.trim(), {
        // Ignored if the text has changed meanwhile.
        onSuccess: (found) => form.getValues('recipient_id') === typed && receive(found) && andThen?.(),
      });
    }
  };
  return {
    choices,
    failure,
    find,
    take,
    isSearching: search.isPending,
    forget: search.reset,
    /** Something was typed that only a search turns into a recipient. */
    isNeeded: to === 'customer' && label === '' && typed.trim() !== '' && !isCustomerNumber(typed),
  };
}

function useChoices(typed: string): PayeeChoice[] {
  const recent = useRecentPayees().data?.payees ?? [];
  const book = useBeneficiaries().data?.beneficiaries ?? [];
  return offered(typed, recent.map(recentChoice), book.map(bookChoice));
}

interface Search {
  error: unknown;
  data?: PayeeResolved | undefined;
}

/** Why no one was found: the server's reason, that it is the person themself, or a slip in a typed IBAN. */
function useFailure({ error, data }: Search, typed: string, own?: number) {
  const { t } = usePayeeTexts();
  const failure = useFailureText(error, { failed: t('find_failed') });
  if (data?.kind === 'customer' && data.recipient_id === own) return t('find_self');
  if (!error) return undefined;
  if (error instanceof ApiError && error.code === 'NOT_FOUND')
    return t(isWrongIban(typed) ? 'find_iban' : 'find_none');
  return failure;
}
