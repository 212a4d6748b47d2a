import Ambulance from 'lucide-react/icons/ambulance'
import Anchor from 'lucide-react/icons/anchor'
import Award from 'lucide-react/icons/award'
import BadgeCheck from 'lucide-react/icons/badge-check'
import Bell from 'lucide-react/icons/bell'
import BookOpen from 'lucide-react/icons/book-open'
import Building from 'lucide-react/icons/building'
import Bus from 'lucide-react/icons/bus'
import Calendar from 'lucide-react/icons/calendar'
import Camera from 'lucide-react/icons/camera'
import Car from 'lucide-react/icons/car'
import Cctv from 'lucide-react/icons/cctv'
import ChevronsUp from 'lucide-react/icons/chevrons-up'
import ClipboardList from 'lucide-react/icons/clipboard-list'
import Clock from 'lucide-react/icons/clock'
import Cloud from 'lucide-react/icons/cloud'
import Coffee from 'lucide-react/icons/coffee'
import Compass from 'lucide-react/icons/compass'
import Crown from 'lucide-react/icons/crown'
import FileText from 'lucide-react/icons/file-text'
import Flag from 'lucide-react/icons/flag'
import Flame from 'lucide-react/icons/flame'
import Gamepad2 from 'lucide-react/icons/gamepad-2'
import Gavel from 'lucide-react/icons/gavel'
import Gift from 'lucide-react/icons/gift'
import Globe from 'lucide-react/icons/globe'
import GraduationCap from 'lucide-react/icons/graduation-cap'
import Hammer from 'lucide-react/icons/hammer'
import Handshake from 'lucide-react/icons/handshake'
import Headphones from 'lucide-react/icons/headphones'
import Heart from 'lucide-react/icons/heart'
import Helicopter from 'lucide-react/icons/helicopter'
import House from 'lucide-react/icons/house'
import ImageIcon from 'lucide-react/icons/image'
import Info from 'lucide-react/icons/info'
import Key from 'lucide-react/icons/key'
import Landmark from 'lucide-react/icons/landmark'
import LifeBuoy from 'lucide-react/icons/life-buoy'
import LinkIcon from 'lucide-react/icons/link'
import Mail from 'lucide-react/icons/mail'
import MapIcon from 'lucide-react/icons/map'
import Medal from 'lucide-react/icons/medal'
import Megaphone from 'lucide-react/icons/megaphone'
import MessageCircle from 'lucide-react/icons/message-circle'
import Mic from 'lucide-react/icons/mic'
import Monitor from 'lucide-react/icons/monitor'
import Music from 'lucide-react/icons/music'
import Newspaper from 'lucide-react/icons/newspaper'
import Phone from 'lucide-react/icons/phone'
import Plane from 'lucide-react/icons/plane'
import Radio from 'lucide-react/icons/radio'
import RadioTower from 'lucide-react/icons/radio-tower'
import Receipt from 'lucide-react/icons/receipt'
import Rocket from 'lucide-react/icons/rocket'
import Scale from 'lucide-react/icons/scale'
import ScrollText from 'lucide-react/icons/scroll-text'
import Search from 'lucide-react/icons/search'
import Server from 'lucide-react/icons/server'
import Shield from 'lucide-react/icons/shield'
import Ship from 'lucide-react/icons/ship'
import ShoppingCart from 'lucide-react/icons/shopping-cart'
import Siren from 'lucide-react/icons/siren'
import Star from 'lucide-react/icons/star'
import Store from 'lucide-react/icons/store'
import Ticket from 'lucide-react/icons/ticket'
import Tractor from 'lucide-react/icons/tractor'
import TrainFront from 'lucide-react/icons/train-front'
import Trophy from 'lucide-react/icons/trophy'
import Truck from 'lucide-react/icons/truck'
import Tv from 'lucide-react/icons/tv'
import UserPlus from 'lucide-react/icons/user-plus'
import Users from 'lucide-react/icons/users'
import Video from 'lucide-react/icons/video'
import Wrench from 'lucide-react/icons/wrench'
import Zap from 'lucide-react/icons/zap'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Drawing } from '#lib/navigation.ts'

const ICONS = {
  ambulance: Ambulance,
  anchor: Anchor,
  award: Award,
  'badge-check': BadgeCheck,
  bell: Bell,
  'book-open': BookOpen,
  building: Building,
  bus: Bus,
  calendar: Calendar,
  camera: Camera,
  car: Car,
  cctv: Cctv,
  'chevrons-up': ChevronsUp,
  'clipboard-list': ClipboardList,
  clock: Clock,
  cloud: Cloud,
  coffee: Coffee,
  compass: Compass,
  crown: Crown,
  'file-text': FileText,
  flag: Flag,
  flame: Flame,
  'gamepad-2': Gamepad2,
  gavel: Gavel,
  gift: Gift,
  globe: Globe,
  'graduation-cap': GraduationCap,
  hammer: Hammer,
  handshake: Handshake,
  headphones: Headphones,
  heart: Heart,
  helicopter: Helicopter,
  house: House,
  image: ImageIcon,
  info: Info,
  key: Key,
  landmark: Landmark,
  'life-buoy': LifeBuoy,
  link: LinkIcon,
  mail: Mail,
  map: MapIcon,
  medal: Medal,
  megaphone: Megaphone,
  'message-circle': MessageCircle,
  mic: Mic,
  monitor: Monitor,
  music: Music,
  newspaper: Newspaper,
  phone: Phone,
  plane: Plane,
  radio: Radio,
  'radio-tower': RadioTower,
  receipt: Receipt,
  rocket: Rocket,
  scale: Scale,
  'scroll-text': ScrollText,
  search: Search,
  server: Server,
  shield: Shield,
  ship: Ship,
  'shopping-cart': ShoppingCart,
  siren: Siren,
  star: Star,
  store: Store,
  ticket: Ticket,
  tractor: Tractor,
  'train-front': TrainFront,
  trophy: Trophy,
  truck: Truck,
  tv: Tv,
  'user-plus': UserPlus,
  users: Users,
  video: Video,
  wrench: Wrench,
  zap: Zap,
}

/** The icons that a community may put beside its links. Their names are those of lucide.dev/icons. */
export const ICON_NAMES = Object.keys(ICONS)

const isIcon = (name: string): name is keyof typeof ICONS => name in ICONS

/**
 * The shapes of an icon. The server sends pages the icons that they show, so the browser's code contains none of them.
 */
export function drawingOf(name: string): Drawing | undefined {
  if (!isIcon(name)) return undefined
  const [, inner = ''] = /^<svg[^>]*>(.*)<\/svg>$/s.exec(renderToStaticMarkup(createElement(ICONS[name]))) ?? []
  return [...inner.matchAll(/<(\w+)((?: [\w-]+="[^"]*")*)/g)].map(([, element = '', attributes = '']) => [
    element,
    Object.fromEntries(
      [...attributes.matchAll(/ ([a-z][a-z0-9-]{0,20})="([^"]*)"/g)].map(([, key = '', value = '']) => [key, value]),
    ),
  ])
}
