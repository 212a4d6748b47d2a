import UserPlus from 'lucide-react/icons/user-plus'
import { useEffect, useMemo, useRef, useState } from 'react'
import { msg, t } from '#lib/messages.ts'
import { Button } from '#ui/button.tsx'
import { ErrorNote } from '#ui/error-note.tsx'
import { toast } from '#ui/live-region.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { undoAction } from '#ui/undo-action.tsx'
import { useLaw } from '#web/site-context.tsx'
import { codesByKey, type Suspect } from '../charge-rules.ts'
import { MAX_SUSPECTS } from '../link-rules.ts'
import { CalculatorRules } from './calculator-rules.tsx'
import { LAW_SKY, LawHeader } from './law-header.tsx'
import { useCalculator, usePenalCodes } from './queries.ts'
import { SuspectSheet } from './suspect-sheet.tsx'
import { useSuspects } from './use-suspects.ts'

/** The charge calculator. It only suggests; the officer decides. */
export function Calculator() {
  const law = useLaw()
  const codes = usePenalCodes()
  const table = useCalculator()
  const { suspects, change: write } = useSuspects()
  const [added, setAdded] = useState<number | null>(null)
  /** Functions that withdraw the open undo offers. The newest is last. */
  const offers = useRef<(() => void)[]>([])
  const list = codes.data?.data
  const byKey = useMemo(() => codesByKey(list ?? []), [list])
  const rules = table.data?.data
  const failed = [codes, table].find(({ isError }) => isError)

  const withdrawFrom = (at: number) => offers.current.splice(at).forEach((withdraw) => void withdraw())
  useEffect(() => () => offers.current.forEach((withdraw) => void withdraw()), [])

  function change(next: readonly Suspect[], isTyped?: boolean): void {
    // An undo restores an older list and would revert this change too, so the open offers are withdrawn.
    withdrawFrom(0)
    write(next, isTyped)
  }

  function remove(next: readonly Suspect[], name: string): void {
    write(next)
    // A suspect that an undo restores is not new: the focus must not move to its name.
    setAdded(null)
    const at = offers.current.length
    const back = undoAction(() => {
      // This undo also restores what was removed later, so the later offers are withdrawn.
      withdrawFrom(at)
      write(suspects)
    })
    offers.current.push(toast(t('{name} removed', { name }), 'ok', back))
  }

  const withSuspect = (at: number, next: Suspect) => suspects.map((suspect, place) => (place === at ? next : suspect))

  return (
    <div className={LAW_SKY}>
      <LawHeader
        href="/penal-codes/calculator"
        title={msg('Charge calculator')}
        lead={t('Adds up what a suspect is charged with. It only suggests; the officer decides. {disclaimer}', {
          disclaimer: law.disclaimer,
        })}
      />
      <div className="mx-auto max-w-[90rem] px-4 pb-20 sm:px-6 lg:px-10">
        {failed && (
          <div className="mb-4">
            <ErrorNote
              message={t('Failed to load Penal Codes.')}
              error={failed.error}
              onRetry={() => void failed.refetch()}
            />
          </div>
        )}
        {list === undefined || rules === undefined
          ? !failed && <Skeleton label={t('Loading {name}…', { name: t('Charge calculator') })} rows={6} columns={3} />
          : suspects.map((suspect, at) => (
              <SuspectSheet
                // biome-ignore lint/suspicious/noArrayIndexKey: a suspect is identified by its place in the list
                key={at}
                number={at + 1}
                suspect={suspect}
                codes={list}
                byKey={byKey}
                rules={rules}
                isLast={at === suspects.length - 1}
                isNew={at === added}
                onChange={(next, isTyped) => change(withSuspect(at, next), isTyped)}
                onRemoveCharge={(next, statute) => remove(withSuspect(at, next), statute)}
                onRemove={
                  suspects.length > 1
                    ? (name) =>
                        remove(
                          suspects.filter((_, place) => place !== at),
                          name,
                        )
                    : undefined
                }
              />
            ))}
        {suspects.length < MAX_SUSPECTS && list !== undefined && (
          <Button
            onClick={() => {
              change([...suspects, { name: '', modifiers: [], charges: [] }])
              setAdded(suspects.length)
            }}
          >
            <UserPlus aria-hidden="true" />
            {t('Add a suspect')}
          </Button>
        )}
        {rules !== undefined && <CalculatorRules rules={rules} />}
      </div>
    </div>
  )
}
