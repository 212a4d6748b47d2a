import { useOverlay } from '#web/use-overlay.ts'

/** Phones, including those in landscape orientation. */
export const PHONE = '(width < 40rem), (height < 30rem)'

/** Whether the chat fills the screen, as it does on a phone while it is used. */
export function useFullScreen() {
  const { value, open, close } = useOverlay('assistant')
  return {
    isFull: value !== null,
    /** Fills the screen on a phone. On wider screens the chat stays in its place. */
    fillPhone: () => {
      if (window.matchMedia(PHONE).matches) open('open')
    },
    close,
  }
}
