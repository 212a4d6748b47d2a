import { t } from '#lib/messages.ts'
import type { Site } from '#lib/site.ts'
import { announce, toastCopyRefused } from '#ui/live-region.tsx'
import { useCopied } from '#web/use-copied.ts'

/** Milliseconds for which the page confirms that a mention was copied (spec section 9). */
const COPIED_MS = 2000

interface DevelopersProps {
  developers: Site['developers']
  /** Writes a text to the clipboard. */
  write?: (text: string) => Promise<void>
}

/** The people who build the site. A press on a picture copies their mention, to be pasted into Discord. */
export function Developers({ developers, write }: DevelopersProps) {
  const { copiedKey, copy } = useCopied(COPIED_MS, write)

  const onCopy = (mention: string) => copy(mention).then(() => announce(t('Copied!')), toastCopyRefused)

  if (developers.length === 0) return null
  return (
    <div className="mt-9">
      <h2 className="eyebrow text-amber">{t('Developers')}</h2>
      <ul className="mt-3 flex gap-4">
        {developers.map(({ name, discordId, avatar }) => {
          const mention = `<@${discordId}>`
          return (
            <li key={discordId} className="relative">
              <button
                type="button"
                title={name}
                aria-label={t('Copy a mention of {name}', { name })}
                onClick={() => void onCopy(mention)}
                className="block rounded-full border-2 border-haze transition-colors hover:border-amber"
              >
                <img
                  src={avatar}
                  alt=""
                  width="64"
                  height="64"
                  loading="lazy"
                  className="size-12 rounded-full object-cover"
                />
              </button>
              {copiedKey === mention && (
                <span
                  aria-hidden="true"
                  className="absolute bottom-full left-1/2 mb-1.5 -translate-x-1/2 animate-fade rounded-sm bg-ok px-2 py-0.5 font-bold font-sign text-night text-sm"
                >
                  {t('Copied!')}
                </span>
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
