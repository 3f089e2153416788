import { useState } from 'react';
import { replayDays, type ReplayDifference, type RuleReplay } from '@bank/contracts/rules';
import { failureText } from '@bank/client/call-failure';
import { QueryTable } from '@bank/client/query-table';
import { mayDo, useSession } from '@bank/client/session';
import { useIdempotencyKey } from '@bank/client/use-idempotency-key';
import { useFormat } from '@bank/i18n/use-format';
import { Button } from '@bank/ui/button';
import { Card } from '@bank/ui/card';
import type { Column } from '@bank/ui/data-table';
import { EmptyState } from '@bank/ui/empty-state';
import { Cluster, Stack } from '@bank/ui/layout';
import { Pagination } from '@bank/ui/pagination';
import { SelectField } from '@bank/ui/select-field';
import { useToast } from '@bank/ui/toast';
import { ActionBadge } from './rule-badges';
import { useDifferences, useReplayRequest, useReplays } from './rules.api';
import { useRuleTexts } from './texts';

/** The newest version held against history, and what would have been decided otherwise. */
export function Replays({ id }: { id: number }) {
  const { t } = useRuleTexts();
  const { user } = useSession();
  const [shown, setShown] = useState<RuleReplay>();
  return (
    <Card title={t('replay.title')}>
      <Stack>
        <p>{t('replay.lead')}</p>
        {mayDo(user, 'change', 'rules:manage') && <ReplayRequestForm id={id} />}
        <QueryTable
          dense
          caption={t('replay.caption')}
          columns={useReplayColumns(setShown)}
          query={useReplays(id)}
          rowsOf={({ replays }) => replays}
          rowKey={(replay) => replay.id}
          empty={
            <EmptyState icon="refresh-cw" title={t('replay.empty')} message={t('replay.empty_message')} />
          }
          failed={t('failed')}
          failedMessage={t('failed_message')}
        />
        {shown !== undefined && <Differences key={shown.id} id={id} replay={shown} />}
      </Stack>
    </Card>
  );
}

function ReplayRequestForm({ id }: { id: number }) {
  const { t } = useRuleTexts();
  const { show } = useToast();
  const [days, setDays] = useState<(typeof replayDays)[number]>(30);
  const [isSending, setSending] = useState(false);
  const intent = useIdempotencyKey();
  const request = useReplayRequest(id);
  const send = async () => {
    setSending(true);
    const key = intent.keyFor(days);
    try {
      await request({ days }, key);
      intent.done(key);
    } catch (error) {
      show({ type: 'error', message: failureText(error, { failed: t('replay.failed') }) });
    }
    setSending(false);
  };
  return (
    <Cluster align="end">
      <SelectField
        label={t('replay.days')}
        options={replayDays.map((each) => ({ value: String(each), label: t('days', { count: each }) }))}
        value={String(days)}
        onChange={({ target }) => setDays(replayDays.find((each) => String(each) === target.value) ?? days)}
      />
      <Button variant="secondary" loading={isSending} onClick={() => void send()}>
        {t('replay.start')}
      </Button>
    </Cluster>
  );
}

function useReplayColumns(onShow: (replay: RuleReplay) => void): Column<RuleReplay>[] {
  const { t } = useRuleTexts();
  const { number, dateTime } = useFormat();
  const sums = (of: RuleReplay['stopped']) =>
    t('replay.by_outcome', {
      all: number(of.fraud + of.honest + of.unknown),
      fraud: number(of.fraud),
      honest: number(of.honest),
    });
  return [
    { key: 'at', header: t('replay.at'), primary: true, cell: ({ created_at }) => dateTime(created_at) },
    { key: 'version', header: t('list.version'), align: 'end', cell: ({ version }) => version },
    { key: 'state', header: t('list.state'), cell: ({ state }) => t(`replay_state.${state}`) },
    { key: 'events', header: t('replay.events'), align: 'end', cell: ({ events }) => number(events) },
    { key: 'hits', header: t('replay.hits'), align: 'end', cell: ({ hits }) => number(hits) },
    { key: 'stopped', header: t('replay.stopped'), cell: ({ stopped }) => sums(stopped) },
    { key: 'would', header: t('replay.would_stop'), cell: ({ would_stop }) => sums(would_stop) },
    {
      key: 'differences',
      header: t('replay.differences'),
      cell: (replay) =>
        replay.state === 'done' && (
          <Button variant="quiet" size="small" onClick={() => onShow(replay)}>
            {t('replay.show', {
              count: replay.differences,
              n: number(replay.differences),
              at: dateTime(replay.created_at),
            })}
          </Button>
        ),
    },
  ];
}

function Differences({ id, replay }: { id: number; replay: RuleReplay }) {
  const { t } = useRuleTexts();
  const [page, setPage] = useState(1);
  const query = useDifferences(id, replay.id, page);
  const pagination = query.data?.pagination;
  return (
    <>
      {replay.beside && <p>{besideText(replay.beside, t)}</p>}
      <QueryTable
        dense
        caption={t('difference.caption')}
        columns={useDifferenceColumns()}
        query={query}
        rowsOf={({ differences }) => differences}
        rowKey={({ event_id }) => event_id}
        empty={
          <EmptyState icon="check" title={t('difference.none')} message={t('difference.none_message')} />
        }
        failed={t('failed')}
        failedMessage={t('failed_message')}
      />
      {pagination && <Pagination answer={pagination} page={page} onPage={setPage} />}
    </>
  );
}

/** The rules that judged with it, which may have changed since. */
const besideText = (beside: NonNullable<RuleReplay['beside']>, t: ReturnType<typeof useRuleTexts>['t']) =>
  beside.length === 0
    ? t('replay.alone')
    : t('replay.beside', { list: beside.map((rule) => t('replay.beside_rule', rule)).join(' · ') });

function useDifferenceColumns(): Column<ReplayDifference>[] {
  const { t } = useRuleTexts();
  const { dateTime } = useFormat();
  return [
    { key: 'at', header: t('difference.at'), primary: true, cell: ({ at }) => dateTime(at) },
    { key: 'kind', header: t('difference.kind'), cell: ({ kind }) => t(`event.${kind}`) },
    {
      key: 'customer',
      header: t('difference.customer'),
      cell: ({ customer }) => customer.name,
    },
    { key: 'was', header: t('difference.was'), cell: ({ was }) => <ActionBadge action={was} /> },
    {
      key: 'would',
      header: t('difference.would_be'),
      cell: ({ would_be }) => <ActionBadge action={would_be} />,
    },
    { key: 'outcome', header: t('difference.outcome'), cell: ({ outcome }) => t(`outcome.${outcome}`) },
  ];
}
