import ArrowLeft from 'lucide-react/icons/arrow-left'
import House from 'lucide-react/icons/house'
import { t } from '#lib/messages.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { useNavigate } from '#web/router.tsx'
import { Letters, RoadSign } from '../shell/road-sign.tsx'
import { Screen } from '../shell/screen.tsx'

export function NotFoundPage() {
  const navigate = useNavigate()
  // A page that was opened in a new browser tab has no history to go back to.
  const goBack = () => (window.history.length > 1 ? window.history.back() : navigate('/'))
  return (
    <Screen
      title={t('Page not found')}
      sign={<RoadEnds />}
      actions={
        <>
          <ButtonLink to="/" look="primary" size="lg">
            <House aria-hidden="true" />
            {t('Go Home')}
          </ButtonLink>
          <Button size="lg" onClick={goBack}>
            <ArrowLeft aria-hidden="true" />
            {t('Go Back')}
          </Button>
        </>
      }
    >
      <p className="font-bold font-sign text-2xl">{t('404 Error, classic.')}</p>
      <p>{t('Welp, nothing we can do here, the buttons below should help you out.')}</p>
    </Screen>
  )
}

function RoadEnds() {
  return (
    <RoadSign posts={[70, 250]}>
      <rect x="140" y="26" width="170" height="50" rx="8" fill="#0c6b5c" stroke="#f6f2ea" strokeWidth="4" />
      <Letters x={225} y={61} size={26}>
        {t('EXIT 404')}
      </Letters>
      <rect x="4" y="74" width="312" height="190" rx="14" fill="#0c6b5c" />
      <rect x="12" y="82" width="296" height="174" rx="9" fill="none" stroke="#f6f2ea" strokeWidth="4" />
      <Letters y={140} size={40}>
        {t('Road Ends')}
      </Letters>
      <Letters y={182} size={30}>
        {t('in the Gulf')}
      </Letters>
      <path d="M160 240v-36m-14 22 14 16 14-16" fill="none" stroke="#f6f2ea" strokeWidth="9" strokeLinejoin="round" />
    </RoadSign>
  )
}
