import Check from 'lucide/dist/esm/icons/check.mjs';
import ChevronDown from 'lucide/dist/esm/icons/chevron-down.mjs';
import ChevronRight from 'lucide/dist/esm/icons/chevron-right.mjs';
import CircleAlert from 'lucide/dist/esm/icons/circle-alert.mjs';
import CircleCheck from 'lucide/dist/esm/icons/circle-check.mjs';
import Circle from 'lucide/dist/esm/icons/circle.mjs';
import Info from 'lucide/dist/esm/icons/info.mjs';
import Send from 'lucide/dist/esm/icons/send.mjs';
import TriangleAlert from 'lucide/dist/esm/icons/triangle-alert.mjs';
import Cross from 'lucide/dist/esm/icons/x.mjs';
import { drawingsByName } from './drawing';

// One import per drawing: the package's whole index is two thousand modules for a build to read.
/** The icons of first views of widgets, which are drawn at once everywhere. */
export const firstIcons = drawingsByName({
  check: Check,
  'chevron-down': ChevronDown,
  'chevron-right': ChevronRight,
  circle: Circle,
  'circle-alert': CircleAlert,
  'circle-check': CircleCheck,
  info: Info,
  send: Send,
  'triangle-alert': TriangleAlert,
  x: Cross,
});
