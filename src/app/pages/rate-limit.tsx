import House from 'lucide-react/icons/house'
import { t } from '#lib/messages.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Letters, RoadSign } from '../shell/road-sign.tsx'
import { Screen } from '../shell/screen.tsx'

export function Page() {
  return (
    <Screen
      title={t('Too Many Requests')}
      sign={<SpeedLimit />}
      actions={
        <ButtonLink to="/" look="primary" size="lg">
          <House aria-hidden="true" />
          {t('Back Home')}
        </ButtonLink>
      }
    >
      <p>{t("You've sent too many requests in a short time. Please wait a minute and try again.")}</p>
    </Screen>
  )
}

function SpeedLimit() {
  return (
    <RoadSign>
      <rect x="54" y="24" width="212" height="272" rx="16" fill="#f6f2ea" />
      <rect x="63" y="33" width="194" height="254" rx="10" fill="none" stroke="#111832" strokeWidth="6" />
      <Letters y={90} size={44} fill="#111832">
        {t('SLOW')}
      </Letters>
      <Letters y={132} size={44} fill="#111832">
        {t('DOWN')}
      </Letters>
      <Letters y={226} size={98} fill="#111832">
        1
      </Letters>
      <Letters y={266} size={30} fill="#111832">
        {t('MINUTE')}
      </Letters>
    </RoadSign>
  )
}
