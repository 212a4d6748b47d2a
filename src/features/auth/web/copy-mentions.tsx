import AtSign from 'lucide-react/icons/at-sign'
import { t } from '#lib/messages.ts'
import { Button } from '#ui/button.tsx'
import { toastCopyRefused } from '#ui/live-region.tsx'
import { useCopied } from '#web/use-copied.ts'

/** Copies the Discord mentions of several people, each once, for pasting into a message. */
export function CopyMentions({ discordIds }: { discordIds: readonly string[] }) {
  const { copiedKey, copy } = useCopied()
  const mentions = [...new Set(discordIds)].map((id) => `<@${id}>`).join(' ')
  return (
    <Button
      size="sm"
      disabled={mentions === ''}
      onClick={() => {
        copy(mentions).catch(toastCopyRefused)
      }}
    >
      <AtSign aria-hidden="true" />
      {copiedKey === mentions ? t('✓ copied') : t('Copy mentions')}
    </Button>
  )
}
