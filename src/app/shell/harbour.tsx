import { useDrawings } from '#web/site-context.tsx'
import { OwnDrawing } from './own-drawing.tsx'

const STARS =
  'M88 96h.1M190 210h.1M262 60h.1M352 168h.1M438 92h.1M520 232h.1M604 58h.1M688 150h.1M760 40h.1M846 206h.1M930 92h.1M1004 168h.1M1330 70h.1M1396 190h.1M1288 140h.1M64 300h.1M300 290h.1M470 330h.1'

/**
 * A drawing of the lighthouse at the harbour's mouth, with its beam across the bay. The drawing is our own. Its left
 * side is plain, so that text can be there. Over 60 lines because the shapes of one drawing stand in the order in
 * which they are painted, and none of them is used elsewhere.
 */
export function Harbour({ className = '' }: { className?: string }) {
  const own = useDrawings().supporters
  if (own !== undefined) return <OwnDrawing src={own} className={className} />
  return (
    <svg
      viewBox="0 0 1440 640"
      preserveAspectRatio="xMaxYMax slice"
      aria-hidden="true"
      className={`keeps-colour pointer-events-none select-none ${className}`}
    >
      <defs>
        <linearGradient id="harbour-sky" x1="0" y1="0" x2="0" y2="1">
          <stop stopColor="var(--color-night)" />
          <stop offset="0.450" stopColor="#131a45" />
          <stop offset="0.780" stopColor="#3b2663" />
          <stop offset="0.940" stopColor="#9a4070" />
          <stop offset="1" stopColor="#e8736b" />
        </linearGradient>
        <linearGradient id="harbour-sea" x1="0" y1="0" x2="0" y2="1">
          <stop stopColor="#7a3d68" />
          <stop offset="0.220" stopColor="#2c2a5c" />
          <stop offset="1" stopColor="var(--color-night)" />
        </linearGradient>
        <linearGradient id="harbour-beam" x1="1" y1="0" x2="0" y2="0">
          <stop stopColor="#ffe9b5" stopOpacity="0.850" />
          <stop offset="0.300" stopColor="#ffcf7d" stopOpacity="0.300" />
          <stop offset="1" stopColor="#ffcf7d" stopOpacity="0" />
        </linearGradient>
        <linearGradient id="harbour-beam-away" x1="0" y1="0" x2="1" y2="0">
          <stop stopColor="#ffe9b5" stopOpacity="0.700" />
          <stop offset="1" stopColor="#ffcf7d" stopOpacity="0" />
        </linearGradient>
        <radialGradient id="harbour-lamp">
          <stop stopColor="#fff4d6" />
          <stop offset="0.250" stopColor="#ffd98a" stopOpacity="0.750" />
          <stop offset="1" stopColor="#ffb961" stopOpacity="0" />
        </radialGradient>
        <linearGradient id="harbour-tower" x1="0" y1="0" x2="1" y2="0">
          <stop stopColor="#fff3e4" />
          <stop offset="0.550" stopColor="#d9c7d4" />
          <stop offset="1" stopColor="#6e6390" />
        </linearGradient>
        <linearGradient id="harbour-band" x1="0" y1="0" x2="1" y2="0">
          <stop stopColor="#ff6f5c" />
          <stop offset="0.550" stopColor="#d04a55" />
          <stop offset="1" stopColor="#6e2650" />
        </linearGradient>
        <linearGradient id="harbour-fade" x1="0" y1="0" x2="0" y2="1">
          <stop stopColor="var(--color-night)" stopOpacity="0" />
          <stop offset="1" stopColor="var(--color-night)" />
        </linearGradient>
        <clipPath id="harbour-shape">
          <path d="M1152 512l18-272h60l18 272Z" />
        </clipPath>
      </defs>

      <path d="M0 0h1440v500H0Z" fill="url(#harbour-sky)" />
      <path d={STARS} stroke="#f6f2ea" strokeWidth="2.400" strokeLinecap="round" opacity="0.600" />
      <path d="M0 500h1440v140H0Z" fill="url(#harbour-sea)" />
      <path
        d="M0 500v-14c60-10 120-6 176-10 60-8 130-2 190 6 70-6 150 2 220 18Zm1440 0v-26c-34-14-66-6-90 2-24-2-44 10-60 24Z"
        fill="#171540"
      />

      <path d="M1200 214L-120 40v250Z" fill="url(#harbour-beam)" />
      <path d="M1200 214l300-34v68Z" fill="url(#harbour-beam-away)" />

      <g stroke="#ffc27a" strokeLinecap="round" strokeWidth="4">
        <path d="M1096 522h-90M1060 538h-130M1024 556h-90" opacity="0.550" />
        <path d="M880 526h-110M830 548h-70M700 568h-120M980 584h-120" opacity="0.260" />
        <path d="M640 522h-70M420 540h-110M240 524h-80M500 590h-140" opacity="0.160" />
      </g>

      <path
        d="M1010 548c18-20 40-22 58-22 16-18 44-26 72-24h124c30 0 46 12 66 16 40 4 70 18 110 26v96H960c4-40 20-80 50-92Z"
        fill="#0b0f28"
      />
      <path d="M1068 526c16-18 44-26 72-24h124c30 0 46 12 66 16" fill="none" stroke="#ff9a6b" opacity="0.500" />

      <path d="M1152 512l18-272h60l18 272Z" fill="url(#harbour-tower)" />
      <g clipPath="url(#harbour-shape)" fill="url(#harbour-band)">
        <path d="M1140 286h120v50h-120ZM1140 382h120v48h-120ZM1140 474h120v40h-120Z" />
      </g>
      <path d="M1193 356h14v20h-14ZM1193 446h14v20h-14Z" fill="#2a2450" />
      <path d="M1194 512v-22a8 8 0 0 1 16 0v22Z" fill="#2a2450" />
      <path d="M1158 236h84v9h-84Z" fill="#1a1a40" />
      <path d="M1162 236v-12M1181 236v-12M1219 236v-12M1238 236v-12M1160 224h80" stroke="#1a1a40" strokeWidth="3" />
      <path d="M1178 196h44v40h-44Z" fill="#ffe2a0" />
      <path d="M1178 196v40M1192 196v40M1208 196v40M1222 196v40" stroke="#1a1a40" strokeWidth="3" />
      <path d="M1170 197q30-46 60 0Z" fill="#d04a55" />
      <path d="M1200 176v-18" stroke="#d04a55" strokeWidth="4" strokeLinecap="round" />
      <circle cx="1200" cy="214" r="120" fill="url(#harbour-lamp)" />

      <path d="M1262 512v-40l34-22 34 22v46Z" fill="#141335" />
      <path d="M1284 480h12v14h-12ZM1302 480h12v14h-12Z" fill="#ffc66e" />

      <path d="M0 480h1440v160H0Z" fill="url(#harbour-fade)" />
    </svg>
  )
}
