import '@bank/ui/global.css';
import { startInTasks } from '@bank/client/start-in-tasks';

void startInTasks(
  () => import(/* webpackMode: "eager" */ 'virtual:provided'),
  () => import(/* webpackMode: "eager" */ './start'),
);
