import CircleUser from 'lucide-react/icons/circle-user'
import House from 'lucide-react/icons/house'
import LogIn from 'lucide-react/icons/log-in'
import LogOut from 'lucide-react/icons/log-out'
import { type Auth, useAuth } from '#features/auth/web/use-auth.ts'
import { t } from '#lib/messages.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Letters, RoadSign } from '../shell/road-sign.tsx'
import { Screen } from '../shell/screen.tsx'

export function Page() {
  const auth = useAuth()
  return auth.status === 'signed-in' ? <SignedIn auth={auth} /> : <SignIn />
}

function SignedIn({ auth }: { auth: Extract<Auth, { status: 'signed-in' }> }) {
  return (
    <Screen
      title={t('You are signed in')}
      sign={<OpenLane />}
      actions={
        <>
          <ButtonLink to="/" look="primary" size="lg">
            <House aria-hidden="true" />
            {t('Home')}
          </ButtonLink>
          <ButtonLink to="/me" size="lg">
            <CircleUser aria-hidden="true" />
            {t('My account')}
          </ButtonLink>
          <Button size="lg" look="ghost" onClick={auth.logout}>
            <LogOut aria-hidden="true" />
            {t('Log out')}
          </Button>
        </>
      }
    >
      <p className="flex items-center gap-3">
        <Avatar name={auth.user.username} url={auth.user.avatarUrl} size="lg" />
        <span className="min-w-0 truncate font-semibold">{auth.user.username}</span>
      </p>
      <p>{t('My account lists the pages you can open. To use another Discord account, log out first.')}</p>
    </Screen>
  )
}

function SignIn() {
  return (
    <Screen
      title={t('Sign in')}
      sign={<OpenLane />}
      actions={
        <ButtonLink to="/auth/discord" reloadDocument look="primary" size="lg">
          <LogIn aria-hidden="true" />
          {t('Sign in with Discord')}
        </ButtonLink>
      }
    >
      <p>{t('You do not need a new account: use your Discord account.')}</p>
      <p>
        {t(
          'Sign in to use the staff tools, to open the ES quick links, or to verify as military, veteran or first responder. You can use the rest of the site without signing in.',
        )}
      </p>
      <p className="border-paper-faint/40 border-l-2 pl-4 text-base">
        {t(
          'We read your Discord name, your picture and your roles in our Discord. We never see your messages or your password, and we read your email address only if you ask to be verified.',
        )}
      </p>
    </Screen>
  )
}

/** The drawing of an open toll lane. */
function OpenLane() {
  return (
    <RoadSign posts={[40, 280]} top={60}>
      <rect x="6" y="56" width="308" height="18" rx="4" fill="#39426b" />
      <rect x="30" y="86" width="260" height="130" rx="12" fill="#12306b" />
      <rect x="38" y="94" width="244" height="114" rx="7" fill="none" stroke="#f6f2ea" strokeWidth="4" />
      <Letters y={142} size={34}>
        {t('WELCOME')}
      </Letters>
      <Letters y={186} size={34}>
        {t('BACK')}
      </Letters>
      <rect x="108" y="226" width="104" height="104" rx="12" fill="#070b1f" stroke="#39426b" strokeWidth="6" />
      <path
        d="M160 246v58m-26-26 26 28 26-28"
        fill="none"
        stroke="#64d79b"
        strokeWidth="13"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </RoadSign>
  )
}
