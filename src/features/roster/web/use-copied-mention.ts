import { useCallback } from 'react'
import { toastCopyRefused } from '#ui/live-region.tsx'
import { useCopied } from '#web/use-copied.ts'

/** Copies a person's mention, and remembers for a moment whose it was. */
export function useCopiedMention() {
  const { copiedKey, copy } = useCopied()
  return {
    copiedId: copiedKey,
    copyMention: useCallback(
      (discordId: string) => {
        copy(`<@${discordId}>`, discordId).catch(toastCopyRefused)
      },
      [copy],
    ),
  }
}
