import ArrowLeftRight from 'lucide/dist/esm/icons/arrow-left-right.mjs';
import ArrowUpRight from 'lucide/dist/esm/icons/arrow-up-right.mjs';
import BadgeCheck from 'lucide/dist/esm/icons/badge-check.mjs';
import Bell from 'lucide/dist/esm/icons/bell.mjs';
import Building2 from 'lucide/dist/esm/icons/building-complex.mjs';
import CalendarClock from 'lucide/dist/esm/icons/calendar-clock.mjs';
import ChartColumn from 'lucide/dist/esm/icons/chart-column.mjs';
import ChevronLeft from 'lucide/dist/esm/icons/chevron-left.mjs';
import CircleQuestionMark from 'lucide/dist/esm/icons/circle-question-mark.mjs';
import CircleX from 'lucide/dist/esm/icons/circle-x.mjs';
import Clock from 'lucide/dist/esm/icons/clock.mjs';
import Copy from 'lucide/dist/esm/icons/copy.mjs';
import CreditCard from 'lucide/dist/esm/icons/credit-card.mjs';
import Download from 'lucide/dist/esm/icons/download.mjs';
import Ellipsis from 'lucide/dist/esm/icons/ellipsis.mjs';
import ExternalLink from 'lucide/dist/esm/icons/external-link.mjs';
import EyeOff from 'lucide/dist/esm/icons/eye-off.mjs';
import Eye from 'lucide/dist/esm/icons/eye.mjs';
import FileCheck from 'lucide/dist/esm/icons/file-check.mjs';
import Funnel from 'lucide/dist/esm/icons/funnel.mjs';
import Gauge from 'lucide/dist/esm/icons/gauge.mjs';
import Globe from 'lucide/dist/esm/icons/globe.mjs';
import House from 'lucide/dist/esm/icons/house.mjs';
import IdCard from 'lucide/dist/esm/icons/id-card.mjs';
import Inbox from 'lucide/dist/esm/icons/inbox.mjs';
import KeyRound from 'lucide/dist/esm/icons/key-round.mjs';
import Landmark from 'lucide/dist/esm/icons/landmark.mjs';
import LayoutDashboard from 'lucide/dist/esm/icons/layout-dashboard.mjs';
import LifeBuoy from 'lucide/dist/esm/icons/life-buoy.mjs';
import LockOpen from 'lucide/dist/esm/icons/lock-open.mjs';
import Lock from 'lucide/dist/esm/icons/lock.mjs';
import LogIn from 'lucide/dist/esm/icons/log-in.mjs';
import LogOut from 'lucide/dist/esm/icons/log-out.mjs';
import Mail from 'lucide/dist/esm/icons/mail.mjs';
import Menu from 'lucide/dist/esm/icons/menu.mjs';
import MessageCircle from 'lucide/dist/esm/icons/message-circle.mjs';
import Monitor from 'lucide/dist/esm/icons/monitor.mjs';
import Moon from 'lucide/dist/esm/icons/moon.mjs';
import Paperclip from 'lucide/dist/esm/icons/paperclip.mjs';
import Pencil from 'lucide/dist/esm/icons/pencil.mjs';
import Phone from 'lucide/dist/esm/icons/phone.mjs';
import Plus from 'lucide/dist/esm/icons/plus.mjs';
import Printer from 'lucide/dist/esm/icons/printer.mjs';
import Receipt from 'lucide/dist/esm/icons/receipt.mjs';
import RefreshCw from 'lucide/dist/esm/icons/refresh-cw.mjs';
import Rocket from 'lucide/dist/esm/icons/rocket.mjs';
import ScrollText from 'lucide/dist/esm/icons/scroll-text.mjs';
import Search from 'lucide/dist/esm/icons/search.mjs';
import Settings from 'lucide/dist/esm/icons/settings.mjs';
import ShieldCheck from 'lucide/dist/esm/icons/shield-check.mjs';
import Sun from 'lucide/dist/esm/icons/sun.mjs';
import Ticket from 'lucide/dist/esm/icons/ticket.mjs';
import Trash2 from 'lucide/dist/esm/icons/trash.mjs';
import Upload from 'lucide/dist/esm/icons/upload.mjs';
import UserPlus from 'lucide/dist/esm/icons/user-plus.mjs';
import User from 'lucide/dist/esm/icons/user.mjs';
import Users from 'lucide/dist/esm/icons/users.mjs';
import Wallet from 'lucide/dist/esm/icons/wallet.mjs';
import { drawingsByName } from './drawing';

/** The icons that only the shells draw at once. */
export const moreIcons = drawingsByName({
  'arrow-left-right': ArrowLeftRight,
  'arrow-up-right': ArrowUpRight,
  'badge-check': BadgeCheck,
  bell: Bell,
  'building-2': Building2,
  'calendar-clock': CalendarClock,
  'chart-column': ChartColumn,
  'chevron-left': ChevronLeft,
  'circle-question-mark': CircleQuestionMark,
  'circle-x': CircleX,
  clock: Clock,
  copy: Copy,
  'credit-card': CreditCard,
  download: Download,
  ellipsis: Ellipsis,
  'external-link': ExternalLink,
  eye: Eye,
  'eye-off': EyeOff,
  'file-check': FileCheck,
  funnel: Funnel,
  gauge: Gauge,
  globe: Globe,
  house: House,
  'id-card': IdCard,
  inbox: Inbox,
  'key-round': KeyRound,
  landmark: Landmark,
  'layout-dashboard': LayoutDashboard,
  'life-buoy': LifeBuoy,
  lock: Lock,
  'lock-open': LockOpen,
  'log-in': LogIn,
  'log-out': LogOut,
  mail: Mail,
  menu: Menu,
  'message-circle': MessageCircle,
  monitor: Monitor,
  moon: Moon,
  paperclip: Paperclip,
  pencil: Pencil,
  phone: Phone,
  plus: Plus,
  printer: Printer,
  receipt: Receipt,
  'refresh-cw': RefreshCw,
  rocket: Rocket,
  'scroll-text': ScrollText,
  search: Search,
  settings: Settings,
  'shield-check': ShieldCheck,
  sun: Sun,
  ticket: Ticket,
  'trash-2': Trash2,
  upload: Upload,
  user: User,
  'user-plus': UserPlus,
  users: Users,
  wallet: Wallet,
});
