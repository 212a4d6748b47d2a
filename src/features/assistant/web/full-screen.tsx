import X from 'lucide-react/icons/x'
import { type RefObject, useEffect } from 'react'
import { t } from '#lib/messages.ts'
import { Button } from '#ui/button.tsx'
import { LiveRegion } from '#ui/live-region.tsx'
import { PHONE } from './use-full-screen.ts'

interface FullScreenProps {
  box: RefObject<HTMLElement | null>
  label: string
  onClose(): void
  /** Moves the focus after the chat has closed. */
  onClosed(): void
}

/**
 * Turns a box that covers a phone's screen into a modal dialog, and closes it. It enlarges the existing box instead of
 * opening a dialog element, because opening one would briefly move the focus out of the field and close the keyboard.
 */
export function FullScreen({ box, label, onClose, onClosed }: FullScreenProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when it opens and closes
  useEffect(() => {
    const part = box.current
    if (part === null) return
    const phone = window.matchMedia(PHONE)
    const closeOnWide = () => {
      if (!phone.matches) onClose()
    }
    const closeOnEscape = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') onClose()
    }
    closeOnWide()
    phone.addEventListener('change', closeOnWide)
    part.addEventListener('keydown', closeOnEscape)
    const top = window.scrollY
    document.documentElement.classList.add('is-scroll-locked')
    const undo = [callDialog(part, label), fillViewport(part), setInertAround(part)]
    return () => {
      phone.removeEventListener('change', closeOnWide)
      part.removeEventListener('keydown', closeOnEscape)
      document.documentElement.classList.remove('is-scroll-locked')
      for (const each of undo) each()
      window.scrollTo({ top, behavior: 'instant' })
      onClosed()
    }
  }, [])

  return (
    <>
      <LiveRegion within="dialog" />
      <Button look="ghost" aria-label={t('Close the chat')} onClick={onClose} className="-mr-2">
        <X aria-hidden="true" />
      </Button>
    </>
  )
}

function callDialog(box: HTMLElement, label: string): () => void {
  const attributes = { role: 'dialog', 'aria-modal': 'true', 'aria-label': label }
  for (const [name, value] of Object.entries(attributes)) box.setAttribute(name, value)
  return () => {
    for (const name of Object.keys(attributes)) box.removeAttribute(name)
  }
}

/** Fits a fixed box into the part of the screen that the keyboard leaves free. */
function fillViewport(box: HTMLElement): () => void {
  const view = window.visualViewport
  const fill = () => {
    // The box keeps its size while the user has zoomed in.
    if (view === null || view.scale > 1.01) return
    box.style.top = `${view.offsetTop}px`
    box.style.height = `${view.height}px`
  }
  fill()
  view?.addEventListener('resize', fill)
  view?.addEventListener('scroll', fill)
  return () => {
    view?.removeEventListener('resize', fill)
    view?.removeEventListener('scroll', fill)
    box.style.top = ''
    box.style.height = ''
  }
}

/** Makes everything outside the box inert, as a modal dialog does. */
function setInertAround(box: HTMLElement): () => void {
  const made: HTMLElement[] = []
  for (let at: Element = box; at.parentElement !== null && at !== document.body; at = at.parentElement) {
    for (const beside of at.parentElement.children) {
      if (beside === at || !(beside instanceof HTMLElement) || beside.inert) continue
      beside.inert = true
      made.push(beside)
    }
  }
  return () => {
    for (const each of made) each.inert = false
  }
}
