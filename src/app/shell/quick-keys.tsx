import Search from 'lucide-react/icons/search'
import { Suspense, useCallback, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { type Auth, rightsOf } from '#features/auth/web/use-auth.ts'
import { t } from '#lib/messages.ts'
import { Keys } from '#ui/keys.tsx'
import { type BufferedKeys, takeBufferedKeys } from '#web/buffered-keys.ts'
import { lazyExtra } from '#web/lazy-extra.ts'
import { LogPlace } from './log-place.tsx'
import { Palette } from './palette-dialog.tsx'
import { PersonPlace } from './person-place.tsx'
import { StaffBar } from './staff-bar.tsx'

const Shortcuts = lazyExtra(() => import('./shortcuts.tsx').then((module) => module.Shortcuts))

/**
 * What people reach from any page: Ctrl K opens the palette and ? lists the keys. For visitors, this loads at their
 * first Ctrl K. Staff and ES also get a button for the palette and the bar of their tools. Staff can also open a person
 * beside the page.
 */
export function QuickKeys({ auth }: { auth: Exclude<Auth, { status: 'loading' }> }) {
  const rights = rightsOf(auth)
  const [opened, setOpened] = useState<'palette' | 'shortcuts' | null>(null)
  const [held, setHeld] = useState<BufferedKeys>()
  const close = useCallback(() => {
    setOpened(null)
    setHeld(undefined)
  }, [])
  const showShortcuts = useCallback(() => setOpened('shortcuts'), [])

  useEffect(() => {
    takeBufferedKeys((keys) => {
      setHeld(keys)
      setOpened('palette')
    })
    const onKey = (event: KeyboardEvent) => {
      const isJump = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey
      if (isJump) {
        event.preventDefault()
        // Do not open the palette over a form in a dialog: leaving the page would lose the input.
        const isOverDialog = document.querySelector('dialog[open]') !== null
        // Render synchronously: the next key must reach the palette's field.
        flushSync(() => setOpened((now) => (now === null && !isOverDialog ? 'palette' : null)))
      } else if (event.key === '?' && !isTyping(event.target)) {
        event.preventDefault()
        setOpened('shortcuts')
      }
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])

  // Back and Forward leave the page on which the dialog was opened.
  useEffect(() => {
    window.addEventListener('popstate', close)
    return () => window.removeEventListener('popstate', close)
  }, [close])

  return (
    <>
      {rights.canESQuick && (
        <button
          type="button"
          aria-label={t('Jump to a page, a person or a code')}
          aria-keyshortcuts="Control+K Meta+K"
          aria-haspopup="dialog"
          onClick={() => setOpened('palette')}
          className="inline-flex size-11 shrink-0 items-center justify-center gap-2 rounded-md text-paper-dim transition-colors hover:bg-paper/8 hover:text-paper min-[90rem]:h-10 min-[90rem]:w-auto min-[90rem]:border min-[90rem]:border-paper-faint/30 min-[90rem]:bg-night/40 min-[90rem]:px-3 min-[90rem]:hover:border-paper-faint/60"
        >
          <Search aria-hidden="true" className="size-5 min-[90rem]:size-4" />
          <span className="hidden items-center gap-4 text-sm min-[90rem]:inline-flex">
            {t('Jump to…')}
            <Keys keys={/Mac|iPhone|iPad/.test(navigator.platform) ? '⌘ K' : 'Ctrl K'} />
          </span>
        </button>
      )}
      {opened === 'palette' && <Palette auth={auth} held={held} onShortcuts={showShortcuts} onClose={close} />}
      <Suspense>{opened === 'shortcuts' && <Shortcuts onClose={close} />}</Suspense>
      {rights.canESQuick && <StaffBar rights={rights} />}
      {rights.isStaff && <PersonPlace />}
      {rights.isStaff && <LogPlace />}
    </>
  )
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select, dialog, [contenteditable]') !== null
}
