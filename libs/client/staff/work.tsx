// A remote bundles this file, and takes what it imports from the host: hence the shared names.
import { useState } from 'react';
import type { SliceOutcome } from '@bank/contracts/slices';
import { type TakenItem, type TakenList, workHolders, type WorkKind } from '@bank/contracts/work';
import { api } from '@bank/client/api';
import { failureText } from '@bank/client/call-failure';
import { useQueryClient } from '@bank/client/query';
import { useSession } from '@bank/client/session';
import { Badge } from '@bank/ui/badge';
import { Button } from '@bank/ui/button';
import { Cluster } from '@bank/ui/layout';
import { SelectField } from '@bank/ui/select-field';
import { useToast } from '@bank/ui/toast';
import { useLiveApiQuery } from '@bank/client/api-query';
import { useUndo } from './undo';
import { useWorkTexts } from './work-texts';

const paths: Record<WorkKind, string> = {
  payment: '/admin/work/payments',
  kyc: '/admin/work/kyc',
  ticket: '/admin/work/tickets',
};
const workKey = (kind: WorkKind) => ['@bank/client', 'work', kind];

/** The staff who work on the displayed objects, at most 100, kept up to date by live events. */
export function useTaken(kind: WorkKind, ids: readonly number[]): (id: number) => TakenItem | undefined {
  const typed = [...ids].sort((left, right) => left - right).join(',');
  const { data } = useLiveApiQuery<TakenList>([...workKey(kind), typed], paths[kind], 'work_item', {
    query: { ids: typed },
    enabled: ids.length > 0,
    keepsPrevious: true,
    liveKey: workKey(kind),
  });
  return (id) => data?.taken?.find((item) => item.id === id);
}

/** Takes something, or puts it back. */
export function useTaking(kind: WorkKind) {
  const refresh = useWorkRefresh();
  return async (id: number, taken: boolean): Promise<void> => {
    try {
      await api.put(`${paths[kind]}/${id}`, { taken });
    } finally {
      refresh();
    }
  };
}

/** The same with a slice of rows, each of which has an outcome. */
export function useTakingEach(kind: WorkKind) {
  const refresh = useWorkRefresh();
  return async (rows: readonly { id: number }[], taken: boolean, idempotencyKey: string) => {
    try {
      const body = { taken, rows: rows.map(({ id }) => ({ id })) };
      return await api.put<SliceOutcome>(paths[kind], body, { idempotencyKey });
    } finally {
      refresh();
    }
  };
}

/** Reads again who works on what. */
function useWorkRefresh(): () => void {
  const queries = useQueryClient();
  return () => void queries.invalidateQueries({ queryKey: ['@bank/client', 'work'] });
}

/** Whose work something is, for a row of a list; nothing while it is free. */
export function TakenMark({ item }: { item: TakenItem | undefined }) {
  const { t } = useWorkTexts();
  const { user } = useSession();
  if (!item) return null;
  const isMine = item.by.id === user?.id;
  return (
    <Badge tone={isMine ? 'info' : 'neutral'} icon={false}>
      {isMine ? t('taken_by_me') : t('taken_by', { name: item.by.name })}
    </Badge>
  );
}

/**
 * Whose work something is, and the button that takes it or puts it back, which can be undone.
 * @param mayTake false also for what is settled, which its holder still puts back
 */
export function TakeControl({ kind, id, mayTake }: { kind: WorkKind; id: number; mayTake: boolean }) {
  const { t } = useWorkTexts();
  const { user } = useSession();
  const item = useTaken(kind, [id])(id);
  const { set, isSending, bar } = useUndoableTaking(kind);
  const isMine = item?.by.id === user?.id;
  return (
    <Cluster gap={8} align="center">
      <TakenMark item={item} />
      {(isMine || (mayTake && !item)) && (
        <Button
          variant="quiet"
          size="small"
          icon="user"
          loading={isSending}
          onClick={() => void set(id, !isMine)}
        >
          {t(isMine ? 'put_back' : 'take')}
        </Button>
      )}
      {bar}
    </Cluster>
  );
}

/** Takes or puts back, confirms it, and offers to undo it for ten seconds. */
function useUndoableTaking(kind: WorkKind) {
  const { t } = useWorkTexts();
  const { show } = useToast();
  const take = useTaking(kind);
  const { offer, bar } = useUndo();
  const [isSending, setIsSending] = useState(false);
  const set = async (id: number, taken: boolean): Promise<void> => {
    setIsSending(true);
    try {
      await take(id, taken);
      offer(t(taken ? 'take_done' : 'put_back_done'), () => take(id, !taken));
    } catch (error) {
      show({ type: 'error', message: failureText(error, { failed: t('take_failed') }) });
    } finally {
      setIsSending(false);
    }
  };
  return { set, isSending, bar };
}

interface HolderFieldProps {
  value: string;
  onChange: (value: string) => void;
}

/** Narrows a list to what the reader has taken. */
export function HolderField({ value, onChange }: HolderFieldProps) {
  const { t } = useWorkTexts();
  return (
    <SelectField
      label={t('holder')}
      options={workHolders.map((each) => ({ value: each, label: t(`holder_${each}`) }))}
      value={value || 'all'}
      onChange={({ target }) => onChange(target.value === 'all' ? '' : target.value)}
    />
  );
}
