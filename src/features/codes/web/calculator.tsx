import UserPlus from 'lucide-react/icons/user-plus'
import { useMemo } from 'react'
import { msg, t } from '#lib/messages.ts'
import { Button } from '#ui/button.tsx'
import { ErrorNote } from '#ui/error-note.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useLaw } from '#web/site-context.tsx'
import { codesByKey, type Suspect } from '../charge-rules.ts'
import { MAX_SUSPECTS } from '../link-rules.ts'
import { CalculatorRules } from './calculator-rules.tsx'
import { LAW_SKY, LawHeader } from './law-header.tsx'
import { useCalculator, usePenalCodes } from './queries.ts'
import { SuspectSheet } from './suspect-sheet.tsx'
import { useSuspects } from './use-suspects.ts'

/** Adds up what suspects are charged with. It suggests: the officer decides. */
export function Calculator() {
  const law = useLaw()
  const codes = usePenalCodes()
  const table = useCalculator()
  const { suspects, change } = useSuspects()
  const list = codes.data?.data
  const byKey = useMemo(() => codesByKey(list ?? []), [list])
  const rules = table.data?.data
  const failed = [codes, table].find(({ isError }) => isError)

  const replace = (at: number, next: Suspect, isTyped?: boolean) =>
    change(
      suspects.map((suspect, place) => (place === at ? next : suspect)),
      isTyped,
    )

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
                // biome-ignore lint/suspicious/noArrayIndexKey: a suspect is its place
                key={at}
                number={at + 1}
                suspect={suspect}
                codes={list}
                byKey={byKey}
                rules={rules}
                isLast={at === suspects.length - 1}
                onChange={(next, isTyped) => replace(at, next, isTyped)}
                onRemove={suspects.length > 1 ? () => change(suspects.filter((_, place) => place !== at)) : undefined}
              />
            ))}
        {suspects.length < MAX_SUSPECTS && list !== undefined && (
          <Button onClick={() => change([...suspects, { name: '', modifiers: [], charges: [] }])}>
            <UserPlus aria-hidden="true" />
            {t('Add a suspect')}
          </Button>
        )}
        {rules !== undefined && <CalculatorRules rules={rules} />}
      </div>
    </div>
  )
}
