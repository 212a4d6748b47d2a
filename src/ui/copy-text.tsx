import { type ReactNode, useEffect } from 'react'
import { t } from '#lib/messages.ts'
import { announce } from './live-region.tsx'

interface CopyTextProps {
  children: ReactNode
  /** What a press copies, for screen readers and as a tooltip. */
  label: string
  /** Whether it was copied a moment ago. The caller decides for how long. */
  isCopied: boolean
  onCopy(): void
  /** The text shown in its place while it is confirmed. */
  copiedText?: string
  /** -1 when the arrow keys of a list decide which element the Tab key reaches. */
  tabIndex?: number
}

/** Text that is copied when pressed. The confirmation takes its place without moving its neighbours. */
export function CopyText({ children, label, isCopied, onCopy, copiedText = t('✓ copied'), tabIndex }: CopyTextProps) {
  useEffect(() => {
    if (isCopied) announce(t('Copied'))
  }, [isCopied])

  return (
    <button
      type="button"
      title={label}
      tabIndex={tabIndex}
      onClick={onCopy}
      className="group inline-grid max-w-full rounded-sm text-left decoration-lagoon/70 decoration-dotted underline-offset-4 hover:underline"
    >
      <span className={`col-start-1 row-start-1 min-w-0 ${isCopied ? 'opacity-0' : ''}`}>{children}</span>
      {isCopied && (
        <span className="col-start-1 row-start-1 animate-appear whitespace-nowrap font-semibold text-ok">
          {copiedText}
        </span>
      )}
    </button>
  )
}
