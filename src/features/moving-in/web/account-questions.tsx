import { t } from '#lib/messages.ts'
import { QuickSelect } from '#ui/quick-select.tsx'
import { RowTh, Table, Td, Th } from '#ui/table.tsx'
import type { MoveInDecisions, MoveInReport } from '../contract.ts'

type Question = MoveInReport['questions'][number]
type Accounts = MoveInDecisions['accounts']

interface AccountQuestionsProps {
  questions: readonly Question[]
  accounts: Accounts
  isBusy: boolean
  onAnswer(accounts: Accounts): void
}

/** Asks which of several Discord accounts belongs to a person for whom the file has one license or one name. */
export function AccountQuestions({ questions, accounts, isBusy, onAnswer }: AccountQuestionsProps) {
  const open = questions.filter(({ identifier }) => accounts[identifier] === undefined)
  const answerOpen = (answerOf: (question: Question) => string) =>
    onAnswer({ ...accounts, ...Object.fromEntries(open.map((each) => [each.identifier, answerOf(each)])) })
  return (
    <section aria-labelledby="accounts" className="space-y-3">
      <div className={open.length > 0 ? 'rounded-md border border-warn/40 bg-warn/8 px-5 py-3' : ''}>
        <h2 id="accounts" className="font-bold font-sign">
          {open.length > 0
            ? t(
                {
                  one: 'Choose who {count} person is: they have several Discord accounts',
                  other: 'Choose who {count} people are: they have several Discord accounts',
                },
                { count: open.length },
              )
            : t('Your answers')}
        </h2>
        <p className="max-w-[70ch] text-paper-dim text-sm">
          {t(
            'Several people may share a computer, or somebody has a new account. Choose whose history it is: the site does not guess, so nobody gets the history of somebody else.',
          )}
        </p>
        {open.length > 1 && (
          <p className="mt-2">
            <QuickSelect
              label={t('Answer all open questions')}
              value=""
              disabled={isBusy}
              options={[
                { value: '', label: t('Answer all open questions…') },
                { value: 'first', label: t('Always the first account') },
                { value: 'none', label: t('Always without an account') },
              ]}
              onChange={(value) => {
                if (value !== '')
                  answerOpen(({ accounts: [first] }) => (value === 'first' && first ? first.id : 'none'))
              }}
            />
          </p>
        )}
      </div>
      <Table label={t('People with several accounts')} className="text-[0.8125rem]!">
        <thead>
          <tr>
            <Th>{t('Name in game')}</Th>
            <Th>{t('Known by')}</Th>
            <Th className="w-96">{t('Discord account')}</Th>
          </tr>
        </thead>
        <tbody>
          {questions.map(({ identifier, names, accounts: offered }) => (
            <tr key={identifier}>
              <RowTh label={t('Name in game')}>{names.join(', ')}</RowTh>
              <Td label={t('Known by')} className="wrap-anywhere py-2! font-mono text-paper-dim">
                {identifier}
              </Td>
              <Td label={t('Discord account')} className="py-1.5!">
                <QuickSelect
                  label={t('Discord account of {name}', { name: names[0] ?? identifier })}
                  value={accounts[identifier] ?? ''}
                  disabled={isBusy}
                  options={[
                    { value: '', label: t('Choose…') },
                    ...offered.map(({ id, name }) => ({ value: id, label: name === null ? id : `${name} · ${id}` })),
                    { value: 'none', label: t('None of them') },
                  ]}
                  onChange={(answer) => {
                    const { [identifier]: _, ...others } = accounts
                    onAnswer(answer === '' ? others : { ...others, [identifier]: answer })
                  }}
                />
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  )
}
