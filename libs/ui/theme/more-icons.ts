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
import Download from 'lucide/dist/esm/icons/download.mjs';
import Ellipsis from 'lucide/dist/esm/icons/ellipsis.mjs';
import ExternalLink from 'lucide/dist/esm/icons/external-link.mjs';
import FileCheck from 'lucide/dist/esm/icons/file-check.mjs';
import Funnel from 'lucide/dist/esm/icons/funnel.mjs';
import Gauge from 'lucide/dist/esm/icons/gauge.mjs';
import House from 'lucide/dist/esm/icons/house.mjs';
import IdCard from 'lucide/dist/esm/icons/id-card.mjs';
import Landmark from 'lucide/dist/esm/icons/landmark.mjs';
import LayoutDashboard from 'lucide/dist/esm/icons/layout-dashboard.mjs';
import LockOpen from 'lucide/dist/esm/icons/lock-open.mjs';
import Lock from 'lucide/dist/esm/icons/lock.mjs';
import LogIn from 'lucide/dist/esm/icons/log-in.mjs';
import LogOut from 'lucide/dist/esm/icons/log-out.mjs';
import Pencil from 'lucide/dist/esm/icons/pencil.mjs';
import Plus from 'lucide/dist/esm/icons/plus.mjs';
import Printer from 'lucide/dist/esm/icons/printer.mjs';
import Receipt from 'lucide/dist/esm/icons/receipt.mjs';
import Rocket from 'lucide/dist/esm/icons/rocket.mjs';
import ScrollText from 'lucide/dist/esm/icons/scroll-text.mjs';
import Settings from 'lucide/dist/esm/icons/settings.mjs';
import Ticket from 'lucide/dist/esm/icons/ticket.mjs';
import Upload from 'lucide/dist/esm/icons/upload.mjs';
import UserPlus from 'lucide/dist/esm/icons/user-plus.mjs';
import User from 'lucide/dist/esm/icons/user.mjs';
import Users from 'lucide/dist/esm/icons/users.mjs';
import { drawingsByName } from './drawing';
import { visitorIcons } from './visitor-icons';

/** All but the first icons of widgets. */
export const moreIcons = {
  ...visitorIcons,
  ...drawingsByName({
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
    download: Download,
    ellipsis: Ellipsis,
    'external-link': ExternalLink,
    'file-check': FileCheck,
    funnel: Funnel,
    gauge: Gauge,
    house: House,
    'id-card': IdCard,
    landmark: Landmark,
    'layout-dashboard': LayoutDashboard,
    lock: Lock,
    'lock-open': LockOpen,
    'log-in': LogIn,
    'log-out': LogOut,
    pencil: Pencil,
    plus: Plus,
    printer: Printer,
    receipt: Receipt,
    rocket: Rocket,
    'scroll-text': ScrollText,
    settings: Settings,
    ticket: Ticket,
    upload: Upload,
    user: User,
    'user-plus': UserPlus,
    users: Users,
  }),
};
