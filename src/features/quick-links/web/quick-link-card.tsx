import ArrowUpRight from 'lucide-react/icons/arrow-up-right'
import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import Pencil from 'lucide-react/icons/pencil'
import { type ComponentProps, useEffect } from 'react'
import { t } from '#lib/messages.ts'
import { Breakable } from '#ui/breakable.tsx'
import { Drawing } from '#ui/drawing.tsx'
import { announce, toastCopyRefused } from '#ui/live-region.tsx'
import { Link } from '#web/router.tsx'
import { useCopied } from '#web/use-copied.ts'
import type { QuickLink } from '../contract.ts'
import { opensNewTab } from '../rules.ts'
import { useQuickLinkChoices } from './queries.ts'

interface QuickLinkCardProps {
  link: QuickLink
  isCompact: boolean
  /** Opens the form. Left out when the viewer may not edit. */
  onEdit?(): void
}

/** The card of one link. Clicking it anywhere opens its address, or copies its text if it has no address. */
export function QuickLinkCard({ link, isCompact, onEdit }: QuickLinkCardProps) {
  const { copiedKey, copy } = useCopied()
  const isCopied = copiedKey !== null
  const { icons } = useQuickLinkChoices()
  const shapes = (icons.find(({ name }) => name === link.icon) ?? icons.at(-1))?.drawing ?? []

  useEffect(() => {
    if (isCopied) announce(t('Copied'))
  }, [isCopied])

  const onCopy = () => {
    copy(link.copy ?? '').catch(toastCopyRefused)
  }
  const hint = isCopied ? t('Copied') : hintOf(link, isCompact)

  return (
    <li
      className={`group relative flex rounded-md border bg-dusk transition-colors focus-within:border-lagoon/70 hover:border-lagoon/70 hover:bg-[color-mix(in_srgb,var(--color-dusk),var(--color-haze)_45%)] ${isCopied ? 'border-ok/60' : 'border-haze'} ${isCompact ? 'items-center gap-3 px-3 py-2' : 'gap-4 p-4'}`}
    >
      <span
        className={`flex shrink-0 items-center justify-center rounded-sm bg-lagoon/12 text-lagoon ${isCompact ? 'size-8' : 'size-11'}`}
      >
        <Drawing shapes={shapes} className={isCompact ? 'size-4' : 'size-5.5'} />
      </span>
      <div className="min-w-0 flex-1">
        <h3 className={`font-bold font-sign text-paper ${isCompact ? 'text-[0.9375rem]' : 'text-[1.0625rem]'}`}>
          <Press
            link={link}
            onCopy={onCopy}
            className="wrap-anywhere rounded-sm text-left after:absolute after:inset-0 after:rounded-md"
          >
            {link.title}
          </Press>
        </h3>
        {!isCompact && link.desc !== null && <p className="mt-1 text-paper-dim text-sm">{link.desc}</p>}
        <p
          title={link.href === null ? (link.copy ?? undefined) : undefined}
          className={`flex items-start gap-1.5 text-xs ${isCopied ? 'font-bold text-ok' : 'text-paper-faint'} ${isCompact ? '' : 'mt-2.5'}`}
        >
          <HintIcon link={link} isCopied={isCopied} />
          <span className="wrap-anywhere min-w-0 whitespace-pre-line">
            {link.href === null ? hint : <Breakable>{hint}</Breakable>}
          </span>
        </p>
      </div>
      <div className="relative -my-1 -mr-1.5 flex shrink-0 flex-col">
        {link.href !== null && link.copy !== null && (
          <SideButton label={t('Copy text of {name}', { name: link.title })} onClick={onCopy}>
            <Copy aria-hidden="true" className="size-4" />
          </SideButton>
        )}
        {onEdit && (
          <SideButton label={t('Edit {name}', { name: link.title })} onClick={onEdit}>
            <Pencil aria-hidden="true" className="size-4" />
          </SideButton>
        )}
      </div>
    </li>
  )
}

function HintIcon({ link, isCopied }: { link: QuickLink; isCopied: boolean }) {
  const Icon = isCopied ? Check : link.href === null ? Copy : opensNewTab(link.href) ? ArrowUpRight : null
  return Icon && <Icon aria-hidden="true" className="mt-px size-3.5 shrink-0" />
}

/** What a click does: where it leads, or the text that it copies. A compact card only says that it copies a text. */
function hintOf({ href, copy }: QuickLink, isCompact: boolean): string {
  if (href !== null) return placeOf(href)
  return isCompact ? t('Copy text') : (copy ?? '')
}

/** A readable name for the place where a link leads. */
function placeOf(href: string): string {
  if (opensNewTab(href)) return URL.canParse(href) ? new URL(href).host : href
  if (href.startsWith('fivem:')) return t('Opens FiveM')
  return href.startsWith('mailto:') ? href.slice('mailto:'.length) : t('On this site')
}

interface PressProps {
  link: QuickLink
  onCopy(): void
  className: string
  children: string
}

/** Opens the link, in a new tab if the address starts with http, or copies its text (spec section 2). */
function Press({ link: { href, title }, onCopy, ...rest }: PressProps) {
  if (href === null)
    return <button type="button" aria-label={t('Copy {name}', { name: title })} onClick={onCopy} {...rest} />
  if (opensNewTab(href)) return <a href={href} target="_blank" rel="noopener noreferrer" {...rest} />
  return <Link to={href} {...rest} />
}

function SideButton({ label, ...rest }: ComponentProps<'button'> & { label: string }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className="touch-target flex size-8 items-center justify-center rounded-sm text-paper-faint hover:bg-haze hover:text-paper"
      {...rest}
    />
  )
}
