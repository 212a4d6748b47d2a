import RotateCw from 'lucide-react/icons/rotate-cw'
import { t } from '#lib/messages.ts'
import { Button } from '#ui/button.tsx'
import { Letters, RoadSign } from '../shell/road-sign.tsx'
import { Screen } from '../shell/screen.tsx'

/**
 * Shown when a page fails to render, or when the data that it needs cannot be loaded. `why` says what failed. The
 * component uses nothing that may have failed with the page: no router and no data.
 */
export function ErrorPage({ why = null }: { why?: string | null }) {
  return (
    <Screen
      title={t('Something went wrong. Please refresh.')}
      sign={<Bump />}
      actions={
        <Button look="primary" size="lg" onClick={() => window.location.reload()}>
          <RotateCw aria-hidden="true" />
          {t('Refresh Page')}
        </Button>
      }
    >
      <p>{why ?? t('This is our fault. If it happens again, tell us what you were doing.')}</p>
    </Screen>
  )
}

function Bump() {
  return (
    <RoadSign>
      <g transform="rotate(45 160 160)">
        <rect x="62" y="62" width="196" height="196" rx="20" fill="#ffc24d" />
        <rect x="73" y="73" width="174" height="174" rx="13" fill="none" stroke="#111832" strokeWidth="6" />
      </g>
      <path
        d="M94 176h30c8 0 12-28 36-28s28 28 36 28h30"
        fill="none"
        stroke="#111832"
        strokeWidth="12"
        strokeLinecap="round"
      />
      <Letters y={128} size={38} fill="#111832">
        {t('BUMP')}
      </Letters>
      <Letters y={216} size={24} fill="#111832">
        {t('AHEAD')}
      </Letters>
    </RoadSign>
  )
}
