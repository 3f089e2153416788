import ArrowLeftRight from 'lucide-react/icons/arrow-left-right';
import ArrowUpRight from 'lucide-react/icons/arrow-up-right';
import BadgeCheck from 'lucide-react/icons/badge-check';
import Bell from 'lucide-react/icons/bell';
import Building2 from 'lucide-react/icons/building-2';
import CalendarClock from 'lucide-react/icons/calendar-clock';
import ChartColumn from 'lucide-react/icons/chart-column';
import Check from 'lucide-react/icons/check';
import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import Circle from 'lucide-react/icons/circle';
import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import CircleQuestionMark from 'lucide-react/icons/circle-question-mark';
import CircleX from 'lucide-react/icons/circle-x';
import Clock from 'lucide-react/icons/clock';
import Copy from 'lucide-react/icons/copy';
import CreditCard from 'lucide-react/icons/credit-card';
import Download from 'lucide-react/icons/download';
import Ellipsis from 'lucide-react/icons/ellipsis';
import ExternalLink from 'lucide-react/icons/external-link';
import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import FileCheck from 'lucide-react/icons/file-check';
import Funnel from 'lucide-react/icons/funnel';
import Gauge from 'lucide-react/icons/gauge';
import Globe from 'lucide-react/icons/globe';
import House from 'lucide-react/icons/house';
import IdCard from 'lucide-react/icons/id-card';
import Inbox from 'lucide-react/icons/inbox';
import Info from 'lucide-react/icons/info';
import KeyRound from 'lucide-react/icons/key-round';
import Landmark from 'lucide-react/icons/landmark';
import LayoutDashboard from 'lucide-react/icons/layout-dashboard';
import LifeBuoy from 'lucide-react/icons/life-buoy';
import Lock from 'lucide-react/icons/lock';
import LockOpen from 'lucide-react/icons/lock-open';
import LogIn from 'lucide-react/icons/log-in';
import LogOut from 'lucide-react/icons/log-out';
import Mail from 'lucide-react/icons/mail';
import Menu from 'lucide-react/icons/menu';
import MessageCircle from 'lucide-react/icons/message-circle';
import Monitor from 'lucide-react/icons/monitor';
import Moon from 'lucide-react/icons/moon';
import Paperclip from 'lucide-react/icons/paperclip';
import Pencil from 'lucide-react/icons/pencil';
import Phone from 'lucide-react/icons/phone';
import Plus from 'lucide-react/icons/plus';
import Printer from 'lucide-react/icons/printer';
import Receipt from 'lucide-react/icons/receipt';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import Rocket from 'lucide-react/icons/rocket';
import ScrollText from 'lucide-react/icons/scroll-text';
import Search from 'lucide-react/icons/search';
import Send from 'lucide-react/icons/send';
import Settings from 'lucide-react/icons/settings';
import ShieldCheck from 'lucide-react/icons/shield-check';
import Sun from 'lucide-react/icons/sun';
import Ticket from 'lucide-react/icons/ticket';
import Trash2 from 'lucide-react/icons/trash-2';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import Upload from 'lucide-react/icons/upload';
import User from 'lucide-react/icons/user';
import UserPlus from 'lucide-react/icons/user-plus';
import Users from 'lucide-react/icons/users';
import Wallet from 'lucide-react/icons/wallet';
import Cross from 'lucide-react/icons/x';
import type { ComponentType, SVGProps } from 'react';
import styles from './icon.module.css';

type Drawing = ComponentType<SVGProps<SVGSVGElement>>;

/** Hides the package's own types, which declarations cannot name. */
const byName = <Name extends string>(named: Record<Name, Drawing>) => named;

// One import per drawing: the package's whole index is two thousand modules for a build to read.
const drawings = byName({
  'arrow-left-right': ArrowLeftRight,
  'arrow-up-right': ArrowUpRight,
  'badge-check': BadgeCheck,
  bell: Bell,
  'building-2': Building2,
  'calendar-clock': CalendarClock,
  'chart-column': ChartColumn,
  check: Check,
  'chevron-down': ChevronDown,
  'chevron-left': ChevronLeft,
  'chevron-right': ChevronRight,
  circle: Circle,
  'circle-alert': CircleAlert,
  'circle-check': CircleCheck,
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
  info: Info,
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
  send: Send,
  settings: Settings,
  'shield-check': ShieldCheck,
  sun: Sun,
  ticket: Ticket,
  'trash-2': Trash2,
  'triangle-alert': TriangleAlert,
  upload: Upload,
  user: User,
  'user-plus': UserPlus,
  users: Users,
  wallet: Wallet,
  x: Cross,
});

export type IconName = keyof typeof drawings;

/** Every name that `Icon` draws. */
export const iconNames = Object.keys(drawings) as IconName[];

export interface IconProps {
  /** A name from a registry may be newer than this page: an unknown one is drawn as a plain circle. */
  name: IconName | (string & {});
  /** Edge in pixels. */
  size?: 16 | 20 | 24;
}

/** A decorative icon, hidden from screen readers. */
export function Icon({ name, size = 20 }: IconProps) {
  const Drawn: Drawing = isKnown(name) ? drawings[name] : drawings.circle;
  return <Drawn className={styles.icon} width={size} height={size} strokeWidth={1.75} aria-hidden="true" />;
}

const isKnown = (name: string): name is IconName => Object.hasOwn(drawings, name);
