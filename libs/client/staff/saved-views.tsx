// A remote bundles this file, and takes what it imports from the host: hence the shared names.
import { useState } from 'react';
import {
  newView,
  type NewView,
  type SavedView,
  type SavedViews as Views,
  type ViewPage,
} from '@bank/contracts/views';
import { api } from '@bank/client/api';
import { failureText, withUserMessage } from '@bank/client/call-failure';
import { useBankForm } from '@bank/client/form';
import { useFormFields } from '@bank/client/form-fields';
import { FormFrame } from '@bank/client/form-frame';
import { useQueryClient } from '@bank/client/query';
import { Link, useSearchParams } from '@bank/client/router';
import { mayDo, useSession } from '@bank/client/session';
import { useIdempotencyKey } from '@bank/client/use-idempotency-key';
import { useIsShown } from '@bank/client/use-is-shown';
import { Button } from '@bank/ui/button';
import { CheckboxField } from '@bank/ui/checkbox-field';
import { Dialog } from '@bank/ui/dialog';
import { FormActions } from '@bank/ui/form-actions';
import { TextField } from '@bank/ui/text-field';
import { useToast } from '@bank/ui/toast';
import { useFocusAfter } from '@bank/ui/use-focus-after';
import { useApiQuery } from '@bank/client/api-query';
import styles from './saved-views.module.css';
import { useUndo } from './undo';
import { useWorkTexts } from './work-texts';

const keyOf = (page: ViewPage) => ['@bank/client', 'views', page];

/** The parameters of the address that are no filters: the page, and the open dialog. */
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
  const [removed, setRemoved] = useState<number>();
  const { remove, bar } = useRemoving(page);
  const views = data?.views ?? [];
  // The button that keeps a view goes once it is kept, that which removes one with its view.
  const place = useFocusAfter<HTMLElement>(isNaming || views.some(({ id }) => id === removed));
  const mayKeep = mayDo(user, 'change', 'views:own');
  const isKept = views.some((view) => view.query === query);
  // The last view may be removed, and that be undone.
  if (views.length === 0 && removed === undefined && (!mayKeep || query === '')) return null;
  return (
    <nav ref={place} tabIndex={-1} className={styles.views} aria-label={t('views')}>
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
              onClick={() => {
                setRemoved(view.id);
                void remove(view);
              }}
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
  return async (view: NewView, idempotencyKey?: string) => {
    queries.setQueryData(keyOf(page), await api.post<Views>('/admin/views', view, { idempotencyKey }));
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

const nameForm = newView.pick({ name: true, shared: true });

function NameDialog({ page, query, onClose }: NameDialogProps) {
  const { t } = useWorkTexts();
  const keep = useKeeping(page);
  const isShown = useIsShown();
  const intent = useIdempotencyKey();
  const form = useBankForm({ schema: nameForm, defaultValues: { name: '', shared: false } });
  const { field, errors } = useFormFields(form, { name: t('view_name'), shared: t('view_share') });
  const send = form.submit(async (typed) => {
    const view = { page, query, ...typed };
    await keep(view, intent.keyFor(view)).catch((error: unknown) => {
      throw withUserMessage(error, { failed: t('take_failed') });
    });
    if (isShown()) onClose();
  });
  return (
    <Dialog open onClose={onClose} size="small" title={t('view_keep')}>
      <FormFrame form={form} errors={errors} onSubmit={send}>
        <TextField {...field('name')} required maxLength={60} />
        <CheckboxField {...field('shared')} />
        <FormActions submit={t('view_save')} isSending={form.formState.isSubmitting} onCancel={onClose} />
      </FormFrame>
    </Dialog>
  );
}
