import RefreshCw from 'lucide-react/icons/refresh-cw'
import { t } from '#lib/messages.ts'
import { Button } from './button.tsx'

/** Refetches a list. The icon spins meanwhile. */
export function RefreshButton({ isBusy, onRefresh }: { isBusy: boolean; onRefresh(): void }) {
  return (
    <Button size="sm" look="ghost" aria-label={t('Refresh')} title={t('Refresh')} className="px-2" onClick={onRefresh}>
      <RefreshCw aria-hidden="true" className={isBusy ? 'animate-spin' : ''} />
    </Button>
  )
}
