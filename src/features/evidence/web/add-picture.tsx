import ImagePlus from 'lucide-react/icons/image-plus'
import { type DragEvent, useEffect, useId, useRef, useState } from 'react'
import { formatNumber, t } from '#lib/messages.ts'
import { Button } from '#ui/button.tsx'
import { ErrorNote } from '#ui/error-note.tsx'
import { toast } from '#ui/live-region.tsx'
import { discordLink } from '../link-rules.ts'
import { ACCEPTED_TYPES } from '../picture-rules.ts'
import type { Family } from '../rules.ts'
import { DiscordLink } from './discord-link.tsx'
import { fetchPicture, useAddImage } from './queries.ts'
import { type ReadPicture, usePicture } from './use-picture.ts'
import { WhoSees } from './who-sees.tsx'

interface AddPictureProps {
  family: Family
  action: number
  /** Called with whether a chosen picture is not added yet. */
  onChosen?(isChosen: boolean): void
  /** Converts a file into a picture. Replaces the browser's conversion, for tests. */
  encode?: (file: Blob) => Promise<Uint8Array<ArrayBuffer>>
}

/**
 * A form for a picture that is chosen, dropped, pasted or copied from Discord. It shows a preview before adding the
 * picture.
 */
export function AddPicture({ family, action, onChosen, encode }: AddPictureProps) {
  const id = useId()
  const { picture, isReading, problem, read, clear } = usePicture(encode)
  const input = useRef<HTMLInputElement>(null)
  const isChosen = picture !== null
  useEffect(() => {
    onChosen?.(isChosen)
    return () => onChosen?.(false)
  }, [isChosen, onChosen])

  const copy = (link: string) => read(fetchPicture({ family, action }, link))
  useEffect(() => {
    const onPaste = ({ clipboardData, target }: ClipboardEvent) => {
      if (target instanceof Element && target.closest('textarea, input:not([type="file"], [type="radio"])')) return
      const file = clipboardData?.files[0]
      const text = clipboardData?.getData('text') ?? ''
      if (file !== undefined) read(file)
      else if (discordLink(text) !== null) copy(text)
    }
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  })
  const take = (file: File | undefined) => {
    if (file !== undefined) read(file)
    // Reset the field, so that the same file can be chosen again.
    if (input.current !== null) input.current.value = ''
  }
  if (picture !== null) return <ChosenPicture family={family} action={action} picture={picture} onDone={clear} />
  return (
    <div className="mt-3">
      {problem !== null && (
        <div ref={bringIntoSight}>
          <ErrorNote message={problem} />
        </div>
      )}
      <label
        htmlFor={id}
        onDragOver={(event: DragEvent) => event.preventDefault()}
        onDrop={(event: DragEvent) => {
          event.preventDefault()
          take(event.dataTransfer.files[0])
        }}
        className="mt-2 flex min-h-11 cursor-pointer items-center gap-3 rounded-md border border-paper-faint/50 border-dashed px-4 py-2 hover:border-paper-faint has-focus-visible:outline-2 has-focus-visible:outline-lagoon"
      >
        <ImagePlus aria-hidden="true" className="size-5 shrink-0 text-lagoon" />
        <span>{isReading ? t('Reading the picture…') : t('Add a picture: choose it, drop it here or paste it.')}</span>
        <input
          ref={input}
          id={id}
          type="file"
          accept={ACCEPTED_TYPES.join(',')}
          aria-label={t('Picture')}
          className="sr-only"
          onChange={({ target }) => take(target.files?.[0])}
        />
      </label>
      <DiscordLink isReading={isReading} onLink={copy} />
    </div>
  )
}

/** In a dialog that scrolls, an element that appears at its end would be out of view. */
function bringIntoSight(part: HTMLElement | null): void {
  part?.scrollIntoView({ block: 'nearest' })
}

function ChosenPicture({
  family,
  action,
  picture: { bytes, address },
  onDone,
}: Pick<AddPictureProps, 'family' | 'action'> & { picture: ReadPicture; onDone(): void }) {
  const adding = useAddImage({ family, action })
  const [isShown, setIsShown] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const add = () =>
    adding.mutate(
      { bytes, isShown },
      {
        onSuccess: () => {
          toast(t('The picture was added.'))
          onDone()
        },
      },
    )
  return (
    <div ref={box} className="mt-3 rounded-md border border-haze p-3">
      <img
        src={address}
        alt={t('The picture that you chose')}
        // The height is known only now. Without scrolling, the dialog's edge could hide the button that adds the
        // picture.
        onLoad={() => box.current?.scrollIntoView({ block: 'end' })}
        className="max-h-60 max-w-full rounded-sm"
      />
      <p className="mt-2 text-paper-faint">
        {t('{kilobytes} KB as WebP. The place and time of the picture are removed.', {
          kilobytes: formatNumber(Math.ceil(bytes.length / 1024)),
        })}
      </p>
      <WhoSees isShown={isShown} onChange={setIsShown} />
      {adding.isError && <ErrorNote message={adding.error.message} />}
      <p className="mt-2 flex flex-wrap gap-3">
        <Button size="sm" onClick={onDone}>
          {t('Cancel')}
        </Button>
        <Button size="sm" look="primary" isPending={adding.isPending} onClick={add}>
          {t('Add the picture')}
        </Button>
      </p>
    </div>
  )
}
