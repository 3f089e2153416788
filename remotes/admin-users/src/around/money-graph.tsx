import { type KeyboardEvent, useRef, useState } from 'react';
import type { MoneyFlow } from '@bank/contracts/money-flow';
import { useFormat } from '@bank/i18n/use-format';
import { graphSizes, neighbour, type PlacedNode, placed } from './graph-layout';
import styles from './money-graph.module.css';
import { useAroundTexts } from './texts';

const { width, height } = graphSizes;

/** Entries as boxes, their links as lines. One stop of the keyboard, in which the arrow keys follow the money. */
export function MoneyGraph({ flow }: { flow: MoneyFlow }) {
  const { t } = useAroundTexts();
  const nodes = placed(flow);
  const [current, setCurrent] = useState(() => flow.nodes.find(({ step }) => step === 0)?.id);
  const frame = useRef<SVGSVGElement>(null);
  const onKey = (event: KeyboardEvent) => {
    const next = current === undefined ? undefined : neighbour(flow, current, event.key);
    if (next === undefined) return;
    event.preventDefault();
    setCurrent(next);
    frame.current?.querySelector<SVGGElement>(`[data-entry='${next}']`)?.focus();
  };
  const size = {
    width: Math.max(...nodes.map(({ x }) => x)) + width + 2,
    height: Math.max(...nodes.map(({ y }) => y)) + height + 2,
  };
  return (
    <div className={styles.frame}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys move between its entries */}
      <svg
        ref={frame}
        {...size}
        viewBox={`-1 -1 ${size.width} ${size.height}`}
        role="group"
        aria-label={t('flow_graph')}
        onKeyDown={onKey}
      >
        <Lines flow={flow} nodes={nodes} />
        {nodes.map((node) => (
          <Entry
            key={node.id}
            node={node}
            isCurrent={node.id === current}
            onFocus={() => setCurrent(node.id)}
          />
        ))}
      </svg>
    </div>
  );
}

function Lines({ flow: { links }, nodes }: { flow: MoneyFlow; nodes: PlacedNode[] }) {
  const at = new Map(nodes.map((node) => [node.id, node]));
  return links.map(({ from, to }) => {
    const [source, target] = [at.get(from), at.get(to)];
    if (!source || !target) return null;
    const [x1, y1] = [source.x + width, source.y + height / 2];
    const [x2, y2] = [target.x, target.y + height / 2];
    const middle = (x1 + x2) / 2;
    return (
      <path
        key={`${from} ${to}`}
        className={styles.line}
        d={`M ${x1} ${y1} C ${middle} ${y1}, ${middle} ${y2}, ${x2} ${y2}`}
      />
    );
  });
}

function Entry({ node, isCurrent, onFocus }: { node: PlacedNode; isCurrent: boolean; onFocus: () => void }) {
  const { t } = useAroundTexts();
  const { amount, dateTime } = useFormat();
  const holder = node.account.holder || t('flow_bank');
  const sum = amount(node.amount, node.currency);
  const step = node.step === 0 ? t('flow_start') : String(node.step);
  return (
    <g
      className={styles.entry}
      data-entry={node.id}
      data-start={node.step === 0 || undefined}
      role="img"
      tabIndex={isCurrent ? 0 : -1}
      aria-label={t('flow_node', {
        step,
        holder,
        amount: sum,
        at: dateTime(node.at),
        what: node.description,
      })}
      transform={`translate(${node.x} ${node.y})`}
      onFocus={onFocus}
    >
      <rect width={width} height={height} rx={6} />
      <text x={10} y={22}>
        {holder.length > 20 ? `${holder.slice(0, 19)}…` : holder}
      </text>
      <text x={10} y={43} className={styles.sum}>
        {sum}
      </text>
    </g>
  );
}
