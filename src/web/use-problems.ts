import { type RefObject, useEffect, useState } from 'react'
import type { Problems } from './problems.ts'

/**
 * What is wrong with the fields of a form. Showing problems moves the focus to the first wrong field; writing in a
 * field checks it again, so that its error goes away as soon as it is right.
 */
export function useProblems(formRef: RefObject<HTMLFormElement | null>) {
  const [shown, setShown] = useState<{ problems: Problems; focus: number }>({ problems: {}, focus: 0 })
  const { problems, focus } = shown

  useEffect(() => {
    if (focus > 0) formRef.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [focus, formRef])

  return {
    problems,
    show: (found: Problems) => setShown((before) => ({ problems: found, focus: before.focus + 1 })),
    /** `now` is what the form's schema says of the draft after these fields were written. */
    recheck: (written: readonly string[], now: Problems) =>
      setShown((before) => ({
        ...before,
        problems: Object.fromEntries(
          Object.entries(before.problems).flatMap(([field, problem]) => {
            const still = written.includes(field) ? now[field] : problem
            return still === undefined ? [] : [[field, still]]
          }),
        ),
      })),
  }
}
