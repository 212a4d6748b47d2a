import { useState } from 'react'
import { t } from '#lib/messages.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { discordLink } from '../link-rules.ts'

/** A form for the link of a picture on Discord. A pasted link is used at once. */
export function DiscordLink({ isReading, onLink }: { isReading: boolean; onLink(link: string): void }) {
  const [link, setLink] = useState('')
  return (
    <form
      className="mt-3 flex flex-wrap items-start gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (link.trim() !== '') onLink(link)
      }}
    >
      <div className="min-w-0 flex-1 basis-64">
        <TextField
          label={t('Or the link of a picture on Discord')}
          hint={t('The picture is copied at once, because these links stop working after a day.')}
          type="url"
          autoComplete="off"
          value={link}
          onChange={({ target }) => setLink(target.value)}
          onPaste={({ clipboardData }) => {
            const pasted = clipboardData.getData('text')
            if (discordLink(pasted) !== null) onLink(pasted)
          }}
        />
      </div>
      <Button type="submit" className="sm:mt-6.5" isPending={isReading} disabled={link.trim() === ''}>
        {t('Copy the picture')}
      </Button>
    </form>
  )
}
