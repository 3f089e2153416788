import type { ComponentType } from 'react';
import { Navigate, useParams } from '@bank/client/router';
import { Slot } from '@bank/client/slot';
import { SimpleMoves } from './simple-moves';
import { SimplePage } from './simple-page';
import { SimpleSend } from './simple-send';

/** The tasks of other remotes, with their own questions. */
const asked = (slot: string) => () => (
  <SimplePage>
    <Slot name={slot} />
  </SimplePage>
);

const tasks: Partial<Record<string, ComponentType>> = {
  send: SimpleSend,
  moves: SimpleMoves,
  card: asked('simple.card'),
  help: asked('simple.help'),
};

/** One of the four actions of Mode simple, one question a page. */
export function SimpleTaskPage() {
  const { task = '' } = useParams();
  const Task = tasks[task];
  return Task ? <Task key={task} /> : <Navigate to="/dashboard" replace />;
}
