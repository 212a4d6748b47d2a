import { t } from '#lib/messages.ts'

/** A small note in the corner while the live connection is down. The page itself stays as it is. */
export function Reconnecting({ isShown }: { isShown: boolean }) {
  return (
    <div role="status" className="pointer-events-none fixed bottom-4 left-4 z-50">
      {isShown && (
        <p className="flex animate-rise items-center gap-2.5 rounded-full border border-haze bg-dusk px-4 py-2 text-paper-dim text-sm shadow-lift">
          <span aria-hidden="true" className="size-2 animate-blink rounded-full bg-warn" />
          {t('Reconnecting…')}
        </p>
      )}
    </div>
  )
}
