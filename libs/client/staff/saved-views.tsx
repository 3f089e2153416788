// A remote bundles this file, and takes what it imports from the host: hence the shared names.
import { useState } from 'react';
import type { NewView, SavedView, SavedViews as Views, ViewPage } from '@bank/contracts/views';
import { api } from '@bank/client/api';
import { failureText } from '@bank/client/call-failure';
import { useQueryClient } from '@bank/client/query';
import { Link, useSearchParams } from '@bank/client/router';
import { mayDo, useSession } from '@bank/client/session';
import { Alert } from '@bank/ui/alert';
import { Button } from '@bank/ui/button';
import { CheckboxField } from '@bank/ui/checkbox-field';
import { Dialog } from '@bank/ui/dialog';
import { Stack } from '@bank/ui/layout';
import { TextField } from '@bank/ui/text-field';
import { useToast } from '@bank/ui/toast';
import { useApiQuery } from '@bank/client/api-query';
import styles from './saved-views.module.css';
import { useUndo } from './undo';
import { useWorkTexts } from './work-texts';

const keyOf = (page: ViewPage) => ['admin', 'views', page];

/** What stands in the address beside the filters: the page, and what is open. */
const passing = ['page', 'payment', 'submission', 'user', 'action'];

function useFilterQuery(): string {
  const [parameters] = useSearchParams();
  const kept = new URLSearchParams(parameters);
  passing.forEach((name) => kept.delete(name));
  return kept.toString();
}

/** The views that the reader keeps of a list, those of colleagues, and a button that keeps the one on the screen. */
export function SavedViews({ page }: { page: ViewPage }) {
  const { t } = useWorkTexts();
  const { user } = useSession();
  const query = useFilterQuery();
  const { data } = useApiQuery<Views>(keyOf(page), '/admin/views', { query: { page } });
  const [isNaming, setNaming] = useState(false);
  const { remove, bar } = useRemoving(page);
  const views = data?.views ?? [];
  const mayKeep = mayDo(user, 'change', 'views:own');
  const isKept = views.some((view) => view.query === query);
  if (views.length === 0 && (!mayKeep || query === '')) return null;
  return (
    <nav className={styles.views} aria-label={t('views')}>
      {views.map((view) => (
        <span key={view.id} className={styles.view}>
          <Link to={{ search: view.query }} aria-current={view.query === query ? 'page' : undefined}>
            {view.name}
          </Link>
          {view.owner !== null && <span className={styles.owner}>&nbsp;· {view.owner}</span>}
          {view.owner === null && (
            <Button
              variant="quiet"
              size="small"
              icon="x"
              aria-label={t('view_remove', { name: view.name })}
              onClick={() => void remove(view)}
            />
          )}
        </span>
      ))}
      {mayKeep && query !== '' && !isKept && (
        <Button variant="quiet" size="small" icon="plus" onClick={() => setNaming(true)}>
          {t('view_keep')}
        </Button>
      )}
      {isNaming && <NameDialog page={page} query={query} onClose={() => setNaming(false)} />}
      {bar}
    </nav>
  );
}

function useKeeping(page: ViewPage) {
  const queries = useQueryClient();
  return async (view: NewView) => {
    queries.setQueryData(keyOf(page), await api.post<Views>('/admin/views', view));
  };
}

function useRemoving(page: ViewPage) {
  const { t } = useWorkTexts();
  const { show } = useToast();
  const queries = useQueryClient();
  const keep = useKeeping(page);
  const { offer, bar } = useUndo();
  const remove = async ({ id, name, query, shared }: SavedView) => {
    try {
      await api.delete(`/admin/views/${id}`);
      offer(t('view_removed', { name }), () => keep({ page, name, query, shared }));
    } catch (error) {
      show({ type: 'error', message: failureText(error, { failed: t('take_failed') }) });
    }
    void queries.invalidateQueries({ queryKey: keyOf(page) });
  };
  return { remove, bar };
}

interface NameDialogProps {
  page: ViewPage;
  query: string;
  onClose: () => void;
}

function NameDialog({ page, query, onClose }: NameDialogProps) {
  const { t } = useWorkTexts();
  const keep = useKeeping(page);
  const [name, setName] = useState('');
  const [shared, setShared] = useState(false);
  const [failure, setFailure] = useState<string>();
  const send = async () => {
    try {
      await keep({ page, name, query, shared });
      onClose();
    } catch (error) {
      setFailure(failureText(error, { failed: t('take_failed') }));
    }
  };
  return (
    <Dialog open onClose={onClose} size="small" title={t('view_keep')}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <Stack gap={16}>
          {failure && <Alert tone="danger">{failure}</Alert>}
          <TextField
            required
            label={t('view_name')}
            maxLength={60}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
          <CheckboxField
            label={t('view_share')}
            checked={shared}
            onChange={({ target }) => setShared(target.checked)}
          />
          <Button type="submit">{t('view_save')}</Button>
        </Stack>
      </form>
    </Dialog>
  );
}
