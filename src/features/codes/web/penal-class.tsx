import { Chip } from '#ui/chip.tsx'
import { useLaw } from '#web/site-context.tsx'
import { classColour } from '../rules.ts'

/** A class with its degree beneath it. 'Felony (3rd degree)' is shown without its parentheses. */
export function PenalClass({ name }: { name: string }) {
  const { classes } = useLaw()
  const [, kind = name, degree] = /^([^(]+) \(([^()]+)\)$/.exec(name) ?? []
  return (
    <span className="inline-flex items-center gap-x-2 gap-y-0.5 sm:flex-col sm:items-start">
      <Chip tone={classColour(name, classes)}>{kind}</Chip>
      {degree !== undefined && (
        <span className="text-paper-dim text-xs leading-4">
          <span className="sr-only"> (</span>
          {degree}
          <span className="sr-only">)</span>
        </span>
      )}
    </span>
  )
}
