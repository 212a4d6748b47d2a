import { useCallback } from 'react'
import { t } from '#lib/messages.ts'
import { toast } from '#ui/live-region.tsx'
import { useCopied } from '#web/use-copied.ts'

/** Copies a person's mention, and remembers for a moment whose it was. */
export function useCopiedMention() {
  const { copiedKey, copy } = useCopied()
  return {
    copiedId: copiedKey,
    copyMention: useCallback(
      (discordId: string) => {
        copy(`<@${discordId}>`, discordId).catch(() => toast(t('The browser did not allow copying.'), 'danger'))
      },
      [copy],
    ),
  }
}
