import { useState } from 'react'
import { dayOf, formatDay } from '#lib/dates.ts'
import { t } from '#lib/messages.ts'
import { Dialog } from '#ui/dialog.tsx'
import { addressOf } from '#web/call.ts'
import { findImage, type OwnEvidence } from '../contract.ts'
import { hostOf } from '../link-rules.ts'

/** A small picture of evidence. Clicking it shows it large. */
export function Picture({ item: { id, width, height }, name }: { item: OwnEvidence; name: string }) {
  const [isLarge, setIsLarge] = useState(false)
  const address = addressOf(findImage.path, { id: String(id) })
  const size = { width: width ?? undefined, height: height ?? undefined }
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={t('Show {picture} large', { picture: name })}
        onClick={() => setIsLarge(true)}
        className="block overflow-hidden rounded-sm border border-haze bg-night hover:border-lagoon"
      >
        <img src={address} alt="" {...size} loading="lazy" className="h-24 w-40 object-cover" />
      </button>
      {isLarge && (
        <Dialog title={name} width="wide" onClose={() => setIsLarge(false)}>
          <img src={address} alt={name} {...size} className="h-auto w-full" />
        </Dialog>
      )}
    </>
  )
}

/** The link of a video with the name of its site. Nothing is loaded from the site before the link is opened. */
export function EvidenceLink({ item: { link, gone_since } }: { item: OwnEvidence }) {
  if (link === null) return null
  return (
    <div className="min-w-0 max-w-full flex-1 basis-64">
      <p className="font-semibold text-paper">{t('Video at {host}', { host: hostOf(link) })}</p>
      <a href={link} target="_blank" rel="noopener noreferrer nofollow" className="inline-link wrap-anywhere">
        {link}
      </a>
      {gone_since !== null && (
        <p className="text-amber">{t('Gone since {day}', { day: formatDay(dayOf(gone_since)) })}</p>
      )}
    </div>
  )
}
