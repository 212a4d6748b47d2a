import X from 'lucide-react/icons/x'
import { type ReactNode, useId } from 'react'
import { t } from '#lib/messages.ts'
import { Button } from './button.tsx'
import { LiveRegion } from './live-region.tsx'
import { Modal } from './modal.tsx'
import { RowSteps, type RowStepsProps, rowStepKeys } from './row-steps.tsx'
import { useSwipeAway } from './use-swipe-away.ts'

interface PanelProps extends RowStepsProps {
  title: string
  /** Called for Escape, the close button, a press outside and, on a phone, a swipe to the right. */
  onClose(): void
  children: ReactNode
}

/** The focus starts on the content, not on the close button. */
const panelContent = (box: HTMLElement) => box.querySelector<HTMLElement>('[data-body]')

/**
 * A sheet at the side of the page that leaves the list behind it visible. On a phone it fills the screen. The arrow
 * keys up and down go to the previous and the next row of that list.
 */
export function Panel({ title, onPrevious, onNext, onClose, children }: PanelProps) {
  const titleId = useId()
  const swipe = useSwipeAway(onClose)

  return (
    <Modal
      aria-labelledby={titleId}
      firstIn={panelContent}
      onClose={onClose}
      groundClass="bg-night/45!"
      className="animate-[slide-in_200ms_cubic-bezier(0.2,0.8,0.2,1)_both]! my-0 mr-0 ml-auto h-dvh w-full! max-w-full! rounded-none! border-y-0! border-r-0! max-sm:border-l-0! sm:max-w-[30rem]!"
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it handles keys and swipes of its content */}
      <div
        {...swipe}
        onKeyDown={rowStepKeys({ onPrevious, onNext })}
        className="flex h-full flex-col pb-[env(safe-area-inset-bottom)]"
      >
        <div className="flex items-center gap-1 border-haze border-b py-2 pr-2 pl-5">
          <h2 id={titleId} className="wrap-anywhere min-w-0 flex-1 py-1 text-xl">
            {title}
          </h2>
          <RowSteps onPrevious={onPrevious} onNext={onNext} />
          <Button look="ghost" size="sm" className="px-2" aria-label={t('Close')} onClick={onClose}>
            <X aria-hidden="true" />
          </Button>
        </div>
        <div
          data-body=""
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what may scroll must be reachable by the keyboard
          tabIndex={0}
          className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 py-4 text-paper-dim -outline-offset-2"
        >
          {children}
        </div>
        <LiveRegion within="dialog" />
      </div>
    </Modal>
  )
}
