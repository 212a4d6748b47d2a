import { useOverlay } from '#web/use-overlay.ts'

/** Phones, also on their side. */
export const PHONE = '(width < 40rem), (height < 30rem)'

/** Whether the chat takes the whole screen, as it does on a phone while it is used. */
export function useFullScreen() {
  const { value, open, close } = useOverlay('assistant')
  return {
    isFull: value !== null,
    /** Elsewhere than on a phone the chat stays in its place. */
    fillPhone: () => {
      if (window.matchMedia(PHONE).matches) open('open')
    },
    close,
  }
}
