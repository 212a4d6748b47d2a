import House from 'lucide-react/icons/house'
import MessagesSquare from 'lucide-react/icons/messages-square'
import { signInHref } from '#features/auth/web/use-auth.ts'
import { type Access, type AccessLevel, levelOf } from '#lib/access.ts'
import { msg, type PlainMessage, t } from '#lib/messages.ts'
import { ButtonLink } from '#ui/button.tsx'
import { useLocation } from '#web/router.tsx'
import { useSiteContent } from '#web/site-context.tsx'
import { useHydrated } from '#web/use-hydrated.ts'
import { Letters, RoadSign } from '../shell/road-sign.tsx'
import { Screen } from '../shell/screen.tsx'

const NO_STAFF_ROLE = msg('Your Discord account does not have any roles that associate you as a Staff member.')

/**
 * Why a page is closed, by the access that it needs. The wording is that of the spec's sections 2 and 6, where they
 * have one.
 */
const REASONS: Record<AccessLevel, PlainMessage> = {
  anyone: NO_STAFF_ROLE,
  member: msg('You are not signed in, and this page is about your own account.'),
  es: msg("You don't have access to this page. ES roles or Staff+ required or you are not signed in via Discord."),
  staff: NO_STAFF_ROLE,
  management: msg('Your Discord account does not have any roles that associate you with Management.'),
  owner: msg('Owners only.'),
}

/** What people read who are not signed in. For pages of ES and owners, the spec has one sentence for both cases. */
const SIGNED_OUT: Partial<Record<AccessLevel, PlainMessage>> = {
  staff: msg('You are not signed in, and this page is for Staff members.'),
  management: msg('You are not signed in, and this page is for Management.'),
}

/** The text on the sign: two words, each with room for five letters. */
const SIGN_LABELS: Record<AccessLevel, PlainMessage> = {
  anyone: msg('STAFF ONLY'),
  member: msg('YOU ONLY'),
  es: msg('ES ONLY'),
  staff: msg('STAFF ONLY'),
  management: msg('STAFF ONLY'),
  owner: msg('OWNER ONLY'),
}

interface AccessDeniedPageProps {
  /** The access that the requested page needs. */
  access?: Access
  /** The person is not signed in, so signing in may be all that is missing. */
  isSignedOut?: boolean
}

/** The access denied page (spec section 2). */
export function Page({ access = 'staff', isSignedOut = false }: AccessDeniedPageProps) {
  const { site, signInHref: signInFirst } = useSiteContent()
  const { pathname, search, hash } = useLocation()
  const level = levelOf(access)
  // The server knows the address that was requested. Only the browser knows where the person navigated since.
  const signIn = useHydrated() ? signInHref(pathname + search + hash) : (signInFirst ?? '/auth/discord')
  return (
    <Screen
      badge={t('Access Restricted')}
      mood="stop"
      title={t('Access Denied')}
      sign={<Barrier words={t(SIGN_LABELS[level])} />}
      actions={
        <>
          {isSignedOut && (
            <ButtonLink to={signIn} look="primary" size="lg" reloadDocument>
              {t('Sign in with Discord')}
            </ButtonLink>
          )}
          <ButtonLink to="/" look={isSignedOut ? 'secondary' : 'primary'} size="lg">
            <House aria-hidden="true" />
            {t('Return Home')}
          </ButtonLink>
          {site.links.discord !== undefined && (
            <ButtonLink to={site.links.discord} size="lg">
              <MessagesSquare aria-hidden="true" />
              {t('Go to Discord')}
            </ButtonLink>
          )}
        </>
      }
    >
      <p>{t(isSignedOut ? (SIGNED_OUT[level] ?? REASONS[level]) : REASONS[level])}</p>
      <p>
        {t(
          isSignedOut
            ? 'Sign in with Discord and you come straight back here. Still no access then? Contact a supervisor in our Discord.'
            : 'If you believe this is a mistake, contact a supervisor in our Discord.',
        )}
      </p>
    </Screen>
  )
}

/** The drawing of a gate across the road. */
function Barrier({ words }: { words: string }) {
  const [above = '', below = ''] = words.split(' ')
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
          {above}
        </Letters>
        <Letters x={118} y={238} size={46} fill="#b42338">
          {below}
        </Letters>
      </g>
    </RoadSign>
  )
}
