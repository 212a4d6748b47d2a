import { useState } from 'react'
import { t } from '#lib/messages.ts'
import { Dialog } from '#ui/dialog.tsx'
import { addressOf } from '#web/call.ts'
import { findImage, type OwnEvidence } from '../contract.ts'

/** A picture of evidence, small; a press shows it large. */
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

/** What stands at the address of a link. */
export function EvidenceLink({ item: { link, gone_since } }: { item: OwnEvidence }) {
  if (link === null) return null
  return (
    <p className="break-all">
      <a href={link} target="_blank" rel="noreferrer noopener" className="inline-link">
        {link}
      </a>
      {gone_since !== null && <span className="ml-2 text-warn">{t('No longer there')}</span>}
    </p>
  )
}
