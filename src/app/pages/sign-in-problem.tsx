import House from 'lucide-react/icons/house'
import LogIn from 'lucide-react/icons/log-in'
import MessagesSquare from 'lucide-react/icons/messages-square'
import type { SignInProblem } from '#features/auth/contract.ts'
import { msg, type PlainMessage, t } from '#lib/messages.ts'
import { ButtonLink } from '#ui/button.tsx'
import { useSiteContent } from '#web/site-context.tsx'
import { Letters, RoadSign } from '../shell/road-sign.tsx'
import { Screen } from '../shell/screen.tsx'

/** The texts for each way in which a sign-in can fail. */
const MESSAGES: Record<SignInProblem, { title: PlainMessage; what: PlainMessage; next: PlainMessage }> = {
  denied: {
    title: msg('Sign-in cancelled'),
    what: msg('You cancelled at Discord, so we cannot see your name and roles. You are not signed in.'),
    next: msg('We stored nothing. If you cancelled by mistake, try again.'),
  },
  code: {
    title: msg('This sign-in has expired'),
    what: msg('Discord gave us a code that works once and only for a short time. It no longer works.'),
    next: msg('This can happen when you reload the page or press Back. Try again to sign in.'),
  },
  state: {
    title: msg('We lost track of your sign-in'),
    what: msg('The answer from Discord does not match a sign-in that you started in this browser.'),
    next: msg('The page may have been open for too long, or your browser blocks cookies. Please start again.'),
  },
  unavailable: {
    title: msg('Discord is not answering'),
    what: msg('We could not reach Discord to sign you in. You are not signed in.'),
    next: msg('Discord may be down for a moment. Try again in a minute.'),
  },
  'outside-guild': {
    title: msg('Signed in, but not in our Discord yet'),
    what: msg('You are signed in, but you have not joined our Discord server, so you have no roles yet.'),
    next: msg('Join and try again, or continue without roles.'),
  },
}

export function SignInProblemPage({ reason }: { reason: SignInProblem }) {
  const { site, signInHref = '/auth/discord' } = useSiteContent()
  const { title, what, next } = MESSAGES[reason]
  const isOutside = reason === 'outside-guild'
  return (
    <Screen
      badge={t(isOutside ? 'Almost there' : 'Not signed in')}
      mood={isOutside ? 'calm' : 'warning'}
      title={t(title)}
      sign={isOutside ? <NextExit /> : <Detour />}
      actions={
        <>
          {isOutside && site.links.discord !== undefined && (
            <ButtonLink to={site.links.discord} look="primary" size="lg">
              <MessagesSquare aria-hidden="true" />
              {t('Join Discord')}
            </ButtonLink>
          )}
          <ButtonLink to={signInHref} reloadDocument look={isOutside ? 'secondary' : 'primary'} size="lg">
            <LogIn aria-hidden="true" />
            {t('Try again')}
          </ButtonLink>
          <ButtonLink to="/" look={isOutside ? 'ghost' : 'secondary'} size="lg">
            {!isOutside && <House aria-hidden="true" />}
            {t(isOutside ? 'Continue' : 'Home')}
          </ButtonLink>
        </>
      }
    >
      <p>{t(what)}</p>
      <p>{t(next)}</p>
    </Screen>
  )
}

function Detour() {
  return (
    <RoadSign posts={[86, 234]}>
      <rect x="10" y="96" width="300" height="140" rx="14" fill="#ff9c45" />
      <rect x="19" y="105" width="282" height="122" rx="8" fill="none" stroke="#111832" strokeWidth="6" />
      <Letters y={158} size={46} fill="#111832">
        {t('DETOUR')}
      </Letters>
      <path d="M64 196h180m-26-22 28 22-28 22" fill="none" stroke="#111832" strokeWidth="14" strokeLinejoin="round" />
    </RoadSign>
  )
}

function NextExit() {
  return (
    <RoadSign posts={[70, 250]}>
      <rect x="4" y="74" width="312" height="176" rx="14" fill="#12306b" />
      <rect x="12" y="82" width="296" height="160" rx="9" fill="none" stroke="#f6f2ea" strokeWidth="4" />
      <Letters y={130} size={40}>
        {t('Discord')}
      </Letters>
      <Letters y={170} size={28}>
        {t('NEXT EXIT')}
      </Letters>
      <path
        d="M138 224c26 0 28-14 48-22m-15-10 17 9-9 17"
        fill="none"
        stroke="#f6f2ea"
        strokeWidth="8"
        strokeLinejoin="round"
      />
    </RoadSign>
  )
}
