import House from 'lucide-react/icons/house'
import MessagesSquare from 'lucide-react/icons/messages-square'
import type { Access } from '#lib/access.ts'
import { ButtonLink } from '#ui/button.tsx'
import { useSite } from '#web/site-context.tsx'
import { Letters, RoadSign } from '../shell/road-sign.tsx'
import { Screen } from '../shell/screen.tsx'

/** Spec section 2. `access` is what the page that was asked for takes. */
export function AccessDeniedPage({ access = 'staff' }: { access?: Access }) {
  const site = useSite()
  return (
    <Screen
      badge="Access Restricted"
      mood="stop"
      title="Access Denied"
      sign={<Barrier />}
      actions={
        <>
          <ButtonLink to="/" look="primary" size="lg">
            <House aria-hidden="true" />
            Return Home
          </ButtonLink>
          <ButtonLink to={site.links.discord} size="lg">
            <MessagesSquare aria-hidden="true" />
            Go to Discord
          </ButtonLink>
        </>
      }
    >
      <p>
        {access === 'management'
          ? 'Your Discord account does not have any roles that associate you with Management.'
          : 'Your Discord account does not have any roles that associate you as a Staff member.'}
      </p>
      <p>If you believe this is a mistake, contact a supervisor in our Discord.</p>
    </Screen>
  )
}

/** A gate across the road. */
function Barrier() {
  return (
    <RoadSign posts={[]}>
      <rect x="226" y="250" width="72" height="230" rx="10" fill="#39426b" />
      <path d="M284 250h4c6 0 10 4 10 10v220h-14Z" fill="#ff9a6b" opacity="0.550" />
      <circle cx="262" cy="276" r="10" fill="#ff7a8e" />
      <circle cx="262" cy="276" r="24" fill="#ff7a8e" opacity="0.200" />
      <g transform="rotate(-3 262 330)">
        <rect x="-120" y="312" width="400" height="34" rx="6" fill="#f6f2ea" />
        <path
          d="M-88 312h40l-22 34h-40ZM-8 312h40l-22 34h-40ZM72 312h40l-22 34H50ZM152 312h40l-22 34h-40ZM232 312h40l-22 34h-40Z"
          fill="#e5484d"
        />
      </g>
      <rect x="20" y="120" width="196" height="150" rx="12" fill="#f6f2ea" transform="rotate(-3 262 330)" />
      <g transform="rotate(-3 262 330)">
        <path d="M118 270v46" stroke="#39426b" strokeWidth="10" />
        <rect x="28" y="128" width="180" height="134" rx="7" fill="none" stroke="#e5484d" strokeWidth="6" />
        <Letters x={118} y={190} size={46} fill="#b42338">
          STAFF
        </Letters>
        <Letters x={118} y={238} size={46} fill="#b42338">
          ONLY
        </Letters>
      </g>
    </RoadSign>
  )
}
