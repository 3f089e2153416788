import { type RefObject, useEffect, useState } from 'react';
import { Command } from 'cmdk';
import type { FoundItem, FoundList } from '@bank/contracts/finder';
import { useApiQuery } from '@bank/client/api-query';
import { useNavEntries } from '@bank/client/published';
import { useNavigate } from '@bank/client/router';
import { mayDo, useSession } from '@bank/client/session';
import { useDebounced } from '@bank/client/use-debounced';
import { useLanguage } from '@bank/i18n/language';
import { useSharedTexts } from '@bank/i18n/shared-texts';
import { Button } from '@bank/ui/button';
import { Cluster } from '@bank/ui/layout';
import styles from './palette.module.css';
import { useBackOfficeTexts } from './texts';

interface Choice {
  key: string;
  title: string;
  note?: string;
  to: string;
}

const fewestLetters = 2;

interface PaletteProps {
  input: RefObject<HTMLInputElement | null>;
  onClose: () => void;
}

/** Finds pages, actions, people, payments, cards, cases and messages; arrows choose, Enter opens. */
export function Palette({ input, onClose }: PaletteProps) {
  const { t } = useBackOfficeTexts();
  const { t: shared } = useSharedTexts();
  const navigate = useNavigate();
  const [searched, setSearched] = useState('');
  const [typed, setTyped] = useDebounced(searched, setSearched);
  const { groups, search } = useGroups(typed.trim(), searched.trim());
  // The dialog focuses the field when it opens; the first time the field comes after it.
  useEffect(() => input.current?.focus(), [input]);
  const open = (to: string) => {
    onClose();
    void navigate(to);
  };
  return (
    <>
      <Command label={t('palette.title')} shouldFilter={false} loop>
        <Command.Input
          ref={input}
          className={styles.input}
          placeholder={t('palette.hint')}
          maxLength={100}
          value={typed}
          onValueChange={setTyped}
        />
        <Command.List className={styles.list} label={t('palette.results')}>
          {search.state !== 'failed' && (
            <Command.Empty className={styles.empty}>{t(`palette.${search.state}`)}</Command.Empty>
          )}
          {groups.map(({ name, choices }) => (
            <Command.Group key={name} heading={t(`palette.${name}`)} className={styles.group}>
              {choices.map(({ key, title, note, to }) => (
                <Command.Item key={key} value={key} className={styles.item} onSelect={() => open(to)}>
                  <span>{title}</span>
                  {note && <span className={styles.note}>{note}</span>}
                </Command.Item>
              ))}
            </Command.Group>
          ))}
        </Command.List>
      </Command>
      {search.state === 'failed' && (
        <Cluster role="alert" className={styles.empty}>
          {t('palette.failed')}
          <Button variant="secondary" size="small" onClick={search.again}>
            {shared('action.retry')}
          </Button>
        </Cluster>
      )}
    </>
  );
}

/**
 * The non-empty groups of matches: pages and actions at once, the rest when the server responds. Until then earlier results
 * stay that match what is typed.
 */
function useGroups(typed: string, searched: string) {
  const pages = usePages();
  const actions = useActions();
  const { data, isError, isPlaceholderData, refetch } = useApiQuery<FoundList>(
    ['back-office', 'find', searched],
    '/admin/find',
    {
      query: { q: searched },
      enabled: searched.length >= fewestLetters,
      keepsPrevious: true,
    },
  );
  const matching = <Each extends Choice>(choices: Each[]) =>
    choices.filter(({ title, note = '' }) => plain(`${title} ${note}`).includes(plain(typed)));
  const isAsked = typed.length >= fewestLetters;
  const isFound = typed === searched && !isPlaceholderData;
  const found = isAsked ? (data?.found ?? []) : [];
  const listed = found.map((item) => ({ kind: item.kind, ...choiceOf(item) }));
  const groups = [
    { name: 'pages', choices: matching(pages) },
    { name: 'actions', choices: matching(actions) },
    ...kinds.map((kind) => ({
      name: kind,
      choices: (isFound ? listed : matching(listed)).filter((choice) => choice.kind === kind),
    })),
  ] as const;
  const isOver = !isAsked || (isFound && data !== undefined);
  return {
    groups: groups.filter(({ choices }) => choices.length > 0),
    search: {
      state: isAsked && isFound && isError ? 'failed' : isOver ? 'nothing' : 'searching',
      again: () => void refetch(),
    },
  } as const;
}

const kinds = ['person', 'payment', 'card', 'case', 'ticket'] as const satisfies FoundItem['kind'][];

const addressOf: Record<FoundItem['kind'], (item: FoundItem) => string> = {
  person: ({ id }) => `/admin/users/${id}`,
  payment: ({ id, title }) => `/admin/validate-payments?status=all&search=${title}&payment=${id}`,
  card: ({ user_id: holder }) => `/admin/users/${holder}/cards`,
  case: ({ id }) => `/admin/cases/${id}`,
  ticket: ({ id }) => `/admin/tickets/${id}`,
};

const choiceOf = (item: FoundItem): Choice => ({
  key: `${item.kind}-${item.id}`,
  title: item.title,
  note: item.note,
  to: addressOf[item.kind](item),
});

function usePages(): Choice[] {
  const language = useLanguage();
  const entries = [...useNavEntries('main'), ...useNavEntries('second')];
  return entries.map(({ path, label }) => ({ key: path, title: label[language], to: path }));
}

const actions = [
  { name: 'low_risk', permission: 'payments:review', to: '/admin/validate-payments?risk=low' },
  { name: 'my_payments', permission: 'payments:review', to: '/admin/validate-payments?mine=mine' },
  { name: 'my_files', permission: 'kyc:review', to: '/admin/kyc?mine=mine' },
  { name: 'my_messages', permission: 'tickets:manage', to: '/admin/tickets?mine=mine' },
  { name: 'my_cases', permission: 'cases:manage', to: '/admin/cases?mine=mine' },
  { name: 'new_person', permission: 'contacts:change', to: '/admin/users?action=create' },
] as const;

function useActions(): Choice[] {
  const { t } = useBackOfficeTexts();
  const { user } = useSession();
  return actions
    .filter(({ permission }) => mayDo(user, 'change', permission))
    .map(({ name, to }) => ({ key: name, title: t(`palette.action_${name}`), to }));
}

/** Lower case without accents, so that "securite" finds "Sécurité". */
const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();
