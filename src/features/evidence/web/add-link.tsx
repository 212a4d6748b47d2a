import { useEffect, useState } from 'react'
import { t } from '#lib/messages.ts'
import { Button } from '#ui/button.tsx'
import { ErrorNote } from '#ui/error-note.tsx'
import { TextField } from '#ui/field.tsx'
import { toast } from '#ui/live-region.tsx'
import { videoLinkProblem } from '../link-rules.ts'
import type { Family } from '../rules.ts'
import { useAddLink } from './queries.ts'
import { WhoSees } from './who-sees.tsx'

/** A form for the link of a video. It asks who may see the link once one is typed. */
export function AddLink({ onTyped, ...of }: { family: Family; action: number; onTyped(isTyped: boolean): void }) {
  const adding = useAddLink(of)
  const [link, setLink] = useState('')
  const [isShown, setIsShown] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  const isTyped = link.trim() !== ''
  useEffect(() => {
    onTyped(isTyped)
    return () => onTyped(false)
  }, [isTyped, onTyped])

  function add(): void {
    const found = videoLinkProblem(link)
    setProblem(found === null ? null : t(found))
    if (found !== null) return
    adding.mutate(
      { link, shown: isShown },
      {
        onSuccess: () => {
          toast(t('The link was added.'))
          setLink('')
          setIsShown(false)
        },
      },
    )
  }

  return (
    <form
      noValidate
      className="mt-3"
      onSubmit={(event) => {
        event.preventDefault()
        add()
      }}
    >
      <TextField
        label={t('Or the link of a video')}
        hint={t('The video stays where it is. The site checks once a week whether it is still there.')}
        type="url"
        autoComplete="off"
        value={link}
        onChange={({ target }) => setLink(target.value)}
        {...(problem === null ? {} : { error: problem })}
      />
      {isTyped && (
        <>
          <WhoSees isShown={isShown} onChange={setIsShown} />
          {adding.isError && <ErrorNote message={adding.error.message} />}
          <Button size="sm" look="primary" type="submit" className="mt-2" isPending={adding.isPending}>
            {t('Add the link')}
          </Button>
        </>
      )}
    </form>
  )
}
