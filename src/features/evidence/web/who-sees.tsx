import { useId } from 'react'
import { t } from '#lib/messages.ts'

/** The choice of who may see an item of evidence. */
export function WhoSees({ isShown, onChange }: { isShown: boolean; onChange(isShown: boolean): void }) {
  const name = useId()
  const choices = [
    { value: false, label: t('Internal: staff see it, and the person does not') },
    { value: true, label: t('The person sees it, too') },
  ]
  return (
    <fieldset className="mt-2 space-y-1">
      <legend className="sr-only">{t('Who sees it')}</legend>
      {choices.map(({ value, label }) => (
        <label key={label} className="touch-target flex min-h-9 cursor-pointer items-center gap-2.5">
          <input
            type="radio"
            name={name}
            checked={isShown === value}
            onChange={() => onChange(value)}
            className="size-4 accent-sunset"
          />
          {label}
        </label>
      ))}
    </fieldset>
  )
}
