import Check from 'lucide/dist/esm/icons/check.mjs';
import ChevronDown from 'lucide/dist/esm/icons/chevron-down.mjs';
import ChevronLeft from 'lucide/dist/esm/icons/chevron-left.mjs';
import ChevronRight from 'lucide/dist/esm/icons/chevron-right.mjs';
import CircleAlert from 'lucide/dist/esm/icons/circle-alert.mjs';
import CircleCheck from 'lucide/dist/esm/icons/circle-check.mjs';
import CircleX from 'lucide/dist/esm/icons/circle-x.mjs';
import Circle from 'lucide/dist/esm/icons/circle.mjs';
import Clock from 'lucide/dist/esm/icons/clock.mjs';
import Copy from 'lucide/dist/esm/icons/copy.mjs';
import ExternalLink from 'lucide/dist/esm/icons/external-link.mjs';
import EyeOff from 'lucide/dist/esm/icons/eye-off.mjs';
import Eye from 'lucide/dist/esm/icons/eye.mjs';
import Info from 'lucide/dist/esm/icons/info.mjs';
import Lock from 'lucide/dist/esm/icons/lock.mjs';
import Mail from 'lucide/dist/esm/icons/mail.mjs';
import MessageCircle from 'lucide/dist/esm/icons/message-circle.mjs';
import Paperclip from 'lucide/dist/esm/icons/paperclip.mjs';
import Phone from 'lucide/dist/esm/icons/phone.mjs';
import Plus from 'lucide/dist/esm/icons/plus.mjs';
import RefreshCw from 'lucide/dist/esm/icons/refresh-cw.mjs';
import Send from 'lucide/dist/esm/icons/send.mjs';
import ShieldCheck from 'lucide/dist/esm/icons/shield-check.mjs';
import TriangleAlert from 'lucide/dist/esm/icons/triangle-alert.mjs';
import User from 'lucide/dist/esm/icons/user.mjs';
import Cross from 'lucide/dist/esm/icons/x.mjs';
import { drawingsByName } from './drawing';

// One import per drawing: the package's whole index is two thousand modules for a build to read.
/** The icons of widgets, which are drawn at once everywhere. */
export const firstIcons = drawingsByName({
  check: Check,
  'chevron-down': ChevronDown,
  'chevron-left': ChevronLeft,
  'chevron-right': ChevronRight,
  circle: Circle,
  'circle-alert': CircleAlert,
  'circle-check': CircleCheck,
  'circle-x': CircleX,
  clock: Clock,
  copy: Copy,
  'external-link': ExternalLink,
  eye: Eye,
  'eye-off': EyeOff,
  info: Info,
  lock: Lock,
  mail: Mail,
  'message-circle': MessageCircle,
  paperclip: Paperclip,
  phone: Phone,
  plus: Plus,
  'refresh-cw': RefreshCw,
  send: Send,
  'shield-check': ShieldCheck,
  'triangle-alert': TriangleAlert,
  user: User,
  x: Cross,
});
