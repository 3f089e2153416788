import '@bank/ui/global.css';
// For the head of public pages, which the server writes.
import './link-preview.png';
import { startInTasks } from '@bank/client/start-in-tasks';

void startInTasks(
  () => import(/* webpackMode: "eager" */ 'virtual:provided'),
  () => import(/* webpackMode: "eager" */ './start'),
);
