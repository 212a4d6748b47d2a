import type { ComponentProps, ReactNode } from 'react'
import { openOnPress } from './use-row-keys.ts'

interface PhoneRowsProps extends ComponentProps<'section'> {
  /** What the rows list. */
  label: string
}

/** A list on a phone, in place of the table on wider screens. Its parts are `PhoneGroup` and `PhoneRow`. */
export function PhoneRows({ label, children, ...rest }: PhoneRowsProps) {
  return (
    <section {...rest} aria-label={label} className="-mx-4">
      {children}
    </section>
  )
}

/** Rows under a heading that a menu may link to. */
export function PhoneGroup({ id, title, children }: { id: string; title: ReactNode; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="mb-2">
      <h2
        id={id}
        tabIndex={-1}
        className="scroll-mt-[calc(var(--stuck,1rem)-0.5rem)] bg-haze/60 px-4 py-2 text-base text-amber leading-5 outline-none"
      >
        {title}
      </h2>
      <ul>{children}</ul>
    </section>
  )
}

interface PhoneRowProps {
  /** Identifies the row in its list. */
  'data-row': string
  /** Left out when rows cannot be chosen. */
  'data-choice'?: string
  'data-chosen'?: boolean
  /** The row's record is open in the panel. */
  isShown?: boolean
  /** The control that opens the row by keyboard, and says so to screen readers. */
  picture: ReactNode
  title: ReactNode
  detail: ReactNode
  side?: ReactNode
  onOpen(): void
}

/** A row of about 72 px: a picture, two lines and a state. A press outside of the row's own controls opens it. */
export function PhoneRow({ isShown = false, picture, title, detail, side, onOpen, ...place }: PhoneRowProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the picture inside is the control for the keyboard
    <li
      {...place}
      onClick={openOnPress(onOpen)}
      className={`flex min-h-18 cursor-pointer items-center gap-3 border-haze/65 border-b px-4 py-2 pointer-coarse:data-choice:select-none pointer-coarse:data-choice:[-webkit-touch-callout:none] [contain-intrinsic-size:auto_3.4375rem] [content-visibility:auto] active:bg-haze/60 ${isShown || place['data-chosen'] ? 'bg-lagoon/15' : 'bg-dusk'}`}
    >
      {picture}
      <div className="min-w-0 flex-1 leading-5">
        <div className="flex min-w-0 items-baseline gap-2 text-paper">{title}</div>
        <div className="mt-0.5 flex min-w-0 items-center justify-between gap-2 text-paper-dim text-sm">
          <span className="min-w-0 truncate">{detail}</span>
          {side !== undefined && <span className="shrink-0">{side}</span>}
        </div>
      </div>
    </li>
  )
}
