import CreditCard from 'lucide/dist/esm/icons/credit-card.mjs';
import EyeOff from 'lucide/dist/esm/icons/eye-off.mjs';
import Eye from 'lucide/dist/esm/icons/eye.mjs';
import Globe from 'lucide/dist/esm/icons/globe.mjs';
import Inbox from 'lucide/dist/esm/icons/inbox.mjs';
import KeyRound from 'lucide/dist/esm/icons/key-round.mjs';
import LifeBuoy from 'lucide/dist/esm/icons/life-buoy.mjs';
import Mail from 'lucide/dist/esm/icons/mail.mjs';
import Menu from 'lucide/dist/esm/icons/menu.mjs';
import MessageCircle from 'lucide/dist/esm/icons/message-circle.mjs';
import Monitor from 'lucide/dist/esm/icons/monitor.mjs';
import Moon from 'lucide/dist/esm/icons/moon.mjs';
import Paperclip from 'lucide/dist/esm/icons/paperclip.mjs';
import Phone from 'lucide/dist/esm/icons/phone.mjs';
import RefreshCw from 'lucide/dist/esm/icons/refresh-cw.mjs';
import Search from 'lucide/dist/esm/icons/search.mjs';
import ShieldCheck from 'lucide/dist/esm/icons/shield-check.mjs';
import Sun from 'lucide/dist/esm/icons/sun.mjs';
import Trash2 from 'lucide/dist/esm/icons/trash.mjs';
import Wallet from 'lucide/dist/esm/icons/wallet.mjs';
import { drawingsByName } from './drawing';

/** The icons of prerendered pages, which a shell draws at once. */
export const visitorIcons = drawingsByName({
  'credit-card': CreditCard,
  eye: Eye,
  'eye-off': EyeOff,
  globe: Globe,
  inbox: Inbox,
  'key-round': KeyRound,
  'life-buoy': LifeBuoy,
  mail: Mail,
  menu: Menu,
  'message-circle': MessageCircle,
  monitor: Monitor,
  moon: Moon,
  paperclip: Paperclip,
  phone: Phone,
  'refresh-cw': RefreshCw,
  search: Search,
  'shield-check': ShieldCheck,
  sun: Sun,
  'trash-2': Trash2,
  wallet: Wallet,
});
