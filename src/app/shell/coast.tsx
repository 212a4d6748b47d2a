import { useDrawings } from '#web/site-context.tsx'
import { OwnDrawing } from './own-drawing.tsx'

const STARS =
  'M96 84h.1M214 190h.1M318 62h.1M402 250h.1M471 118h.1M566 44h.1M640 206h.1M702 98h.1M788 300h.1M845 150h.1M918 58h.1M984 232h.1M1061 112h.1M1130 190h.1M1208 66h.1M1290 160h.1M1362 92h.1M1404 250h.1M150 318h.1M262 402h.1M540 360h.1'

const LAMPS = [60, 172, 284, 396, 508, 620, 732, 844]

const PALM =
  'M-4 0C-8-70 4-140 34-196l9 5C18-134 10-72 15 0ZM38-192c-30-30-74-28-104 8 34-16 66-16 96 0-36 0-62 20-70 58 22-30 46-44 76-48-16 20-20 42-10 68 4-28 14-48 30-60 12 18 30 30 58 32-24-14-38-28-46-44 22 0 46 10 66 34-4-34-28-54-62-58 26-10 52-10 80 6-18-32-56-40-92-16 4-20 18-36 44-46-38-6-62 14-66 66Z'

/**
 * The background drawing: the shore road after sunset, with the bay, the long bridge with its lamps, and palms. The
 * drawing is our own. Its details are on the right, so that text on the left has a plain background. Over 60 lines
 * because it is one drawing: its order decides what covers what.
 */
export function Coast({ className = '' }: { className?: string }) {
  const own = useDrawings().screens
  if (own !== undefined) return <OwnDrawing src={own} className={className} />
  return (
    <svg
      viewBox="0 0 1440 900"
      preserveAspectRatio="xMaxYMax slice"
      aria-hidden="true"
      className={`keeps-colour pointer-events-none select-none ${className}`}
    >
      <defs>
        <linearGradient id="coast-sky" x1="0" y1="0" x2="0" y2="1">
          <stop stopColor="var(--color-night)" />
          <stop offset="0.420" stopColor="#141a45" />
          <stop offset="0.680" stopColor="#3a2460" />
          <stop offset="0.860" stopColor="#8a3a67" />
          <stop offset="0.960" stopColor="#e0616a" />
          <stop offset="1" stopColor="#ffa45f" />
        </linearGradient>
        <radialGradient id="coast-glow" cx="1230" cy="650" r="560" gradientUnits="userSpaceOnUse">
          <stop stopColor="#ffb961" stopOpacity="0.750" />
          <stop offset="0.350" stopColor="#ff7f61" stopOpacity="0.350" />
          <stop offset="1" stopColor="#ff7f61" stopOpacity="0" />
        </radialGradient>
        <linearGradient id="coast-dim" x1="0" y1="0" x2="1" y2="0">
          <stop stopColor="var(--color-night)" stopOpacity="0.920" />
          <stop offset="0.420" stopColor="var(--color-night)" stopOpacity="0.620" />
          <stop offset="0.780" stopColor="var(--color-night)" stopOpacity="0" />
        </linearGradient>
        <linearGradient id="coast-sun" x1="0" y1="0" x2="0" y2="1">
          <stop stopColor="#ffe6a8" />
          <stop offset="0.600" stopColor="#ffa35c" />
          <stop offset="1" stopColor="#ff7f61" />
        </linearGradient>
        <linearGradient id="coast-bay" x1="0" y1="0" x2="0" y2="1">
          <stop stopColor="#a34d68" />
          <stop offset="0.160" stopColor="#4c3263" />
          <stop offset="0.500" stopColor="#182650" />
          <stop offset="1" stopColor="var(--color-night)" />
        </linearGradient>
      </defs>

      <path d="M0-900h1440V652H0Z" fill="var(--color-night)" />
      <path d="M0 0h1440v652H0Z" fill="url(#coast-sky)" />
      <path d={STARS} stroke="#f6f2ea" strokeWidth="2.200" strokeLinecap="round" opacity="0.550" />
      <path d="M0 0h1440v652H0Z" fill="url(#coast-glow)" />
      <g fill="#ffb08a" opacity="0.280">
        <path d="M820 470c70-16 150-10 220 2 60-14 150-12 230 4-90 14-160 14-236 8-70 8-150 4-214-14Z" />
        <path d="M1010 548c60-10 120-6 170 2 60-10 140-6 200 6-80 8-140 8-202 4-60 4-120 0-168-12Z" />
        <path d="M640 560c50-8 100-4 150 2 40-6 80-4 120 4-60 8-110 6-150 2-40 4-80 2-120-8Z" opacity="0.600" />
      </g>
      <circle cx="1236" cy="622" r="112" fill="url(#coast-sun)" />
      <path d="M0 652h1440v248H0Z" fill="url(#coast-bay)" />

      {/* far shore */}
      <path
        d="M0 652v-20c40-14 70-10 104-16 30-12 66-10 92 2 40-4 70 6 108 8 60 4 120 14 190 26Zm1440 0v-34c-30-16-60-10-84-2-20-10-48-6-62 6-26-2-44 10-60 16-16 4-34 6-50 14Z"
        fill="#1a1740"
      />

      {/* the reflection of the light on the water */}
      <g stroke="#ffc27a" strokeLinecap="round" transform="translate(106)">
        <path d="M1036 664h188M1058 678h150" strokeWidth="5" opacity="0.850" />
        <path d="M1074 694h124M1050 712h96M1164 712h52" strokeWidth="4.500" opacity="0.600" />
        <path d="M1088 732h104M1070 754h60M1150 754h56" strokeWidth="4" opacity="0.420" />
        <path d="M1094 780h80M1110 808h60M1084 836h50" strokeWidth="4" opacity="0.260" />
      </g>
      <g stroke="#5ed8cc" strokeWidth="3" strokeLinecap="round" opacity="0.220">
        <path d="M120 700h90M310 726h120M560 704h80M720 748h110M200 770h140M480 796h100M860 790h90M60 826h110M640 842h130M1260 706h90M1300 752h110M1240 800h70" />
      </g>

      {/* the bridge, its lamps and two cars */}
      <g>
        <path d="M0 600h900c60 0 100 20 150 52h-40c-40-26-70-40-116-40H0Z" fill="#0d1130" />
        <path
          d="M40 612v40M150 612v40M260 612v40M370 612v40M480 612v40M590 612v40M700 612v40M810 612v40"
          stroke="#0d1130"
          strokeWidth="12"
        />
        {LAMPS.map((x) => (
          <g key={x}>
            <path d={`M${x} 600v-34h14`} fill="none" stroke="#0d1130" strokeWidth="3" />
            <circle cx={x + 15} cy="567" r="3.200" fill="#ffd98a" />
            <circle cx={x + 15} cy="567" r="13" fill="#ffb961" opacity="0.160" />
          </g>
        ))}
        <g>
          <path d="M300 600v-5h8l4-5h12l5 5h6v5Z" fill="#05071a" />
          <circle cx="337" cy="596" r="2.600" fill="#fff2cf" />
          <path d="M338 596l46-5v12Z" fill="#fff2cf" opacity="0.250" />
          <path d="M676 600v-5h7l4-5h12l5 5h7v5Z" fill="#05071a" />
          <circle cx="676" cy="596" r="2.600" fill="#ff5d6e" />
          <circle cx="690" cy="588" r="2.600" fill="#6fb4ff" />
          <circle cx="697" cy="588" r="2.600" fill="#ff5d6e" />
        </g>
      </g>

      <path d="M0-900h1440V900H0Z" fill="url(#coast-dim)" />

      {/* near shore: the road's edge, where a sign can stand */}
      <path d="M540 900c120-34 260-52 420-60 180-10 330-8 480-20v80Z" fill="#060919" />
      <g fill="#060919">
        <path d={PALM} transform="translate(1392 834) scale(1.750)" />
        <path d={PALM} transform="translate(1318 840) scale(-1.050 1.150)" />
        <path d="M1440 822c-20-14-28-34-26-54-16 10-22 26-22 42-12-10-26-12-38-8 12 6 18 14 20 24Z" />
        <path d="M900 846c-6-12-6-22-2-34 4 10 8 14 12 18 2-12 8-22 18-28-4 12-4 22 0 32 6-6 12-8 20-8-8 6-12 12-14 20Z" />
      </g>
    </svg>
  )
}
