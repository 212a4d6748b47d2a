import LogIn from 'lucide-react/icons/log-in'
import RotateCw from 'lucide-react/icons/rotate-cw'
import { useEffect, useState } from 'react'
import { t } from '#lib/messages.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { useSiteContent } from '#web/site-context.tsx'
import { Letters, RoadSign } from '../shell/road-sign.tsx'
import { Screen } from '../shell/screen.tsx'

/** Milliseconds until the text appears (spec section 9). */
const ENTRANCE_MS = 100

export function Page() {
  const [isEntered, setIsEntered] = useState(false)
  const { signInHref = '/auth/discord' } = useSiteContent()

  useEffect(() => {
    const timer = setTimeout(() => setIsEntered(true), ENTRANCE_MS)
    return () => clearTimeout(timer)
  }, [])

  return (
    <Screen
      badge={t('Session Expired')}
      mood="warning"
      title={t('Session Expired')}
      isEntered={isEntered}
      sign={<Meter />}
      actions={
        <>
          <ButtonLink to={signInHref} reloadDocument look="primary" size="lg">
            <LogIn aria-hidden="true" />
            {t('Login with Discord')}
          </ButtonLink>
          <Button size="lg" onClick={() => window.location.reload()}>
            <RotateCw aria-hidden="true" />
            {t('Refresh Page')}
          </Button>
        </>
      }
    >
      <p>{t('Your session has expired due to inactivity or has been invalidated.')}</p>
      <p>
        {t("For security reasons, you've been logged out. Please log in again to continue using the support portal.")}
      </p>
    </Screen>
  )
}

/** The drawing of an expired parking meter. */
function Meter() {
  return (
    <RoadSign>
      <path d="M142 262h36v34h-36Z" fill="#39426b" />
      <path d="M70 140c0-60 38-104 90-104s90 44 90 104v82c0 30-20 48-50 48h-80c-30 0-50-18-50-48Z" fill="#39426b" />
      <path
        d="M236 92c9 14 14 30 14 48v82c0 30-20 48-50 48h-14c30-4 46-22 46-48v-82c0-18 0-34 4-48Z"
        fill="#ff9a6b"
        opacity="0.550"
      />
      <path d="M92 142c0-48 28-82 68-82s68 34 68 82v12H92Z" fill="#0b1030" />
      <path d="M104 148a56 56 0 0 1 112 0" fill="none" stroke="#a0a8c6" strokeWidth="5" strokeDasharray="3 11.600" />
      <path d="M160 150 111 126" stroke="#ff7a8e" strokeWidth="6" strokeLinecap="round" />
      <circle cx="160" cy="150" r="9" fill="#ff7a8e" />
      <rect x="94" y="172" width="132" height="38" rx="6" fill="#ff7a8e" />
      <Letters y={200} size={25} fill="#090d20">
        {t('EXPIRED')}
      </Letters>
      <rect x="146" y="226" width="28" height="9" rx="4.500" fill="#0b1030" />
    </RoadSign>
  )
}
