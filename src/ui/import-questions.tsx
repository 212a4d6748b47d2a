import { useId, useState } from 'react'
import { t } from '#lib/messages.ts'
import type { SheetQuestion } from '#lib/sheet.ts'
import { Button } from './button.tsx'
import { QuickSelect } from './quick-select.tsx'
import { Table, Td, Th } from './table.tsx'

type Answers = Readonly<Record<string, string>>

interface ImportQuestionsProps {
  questions: readonly SheetQuestion[]
  isBusy: boolean
  onAnswer(answers: Answers): void
}

/** Asks the questions about a file that only a person can answer: how to read its dates, and who its names are. */
export function ImportQuestions({ questions, isBusy, onAnswer }: ImportQuestionsProps) {
  const [drafts, setDrafts] = useState<Answers>({})
  const answerTo = ({ key, answer, suggested }: SheetQuestion) => drafts[key] ?? answer ?? suggested ?? ''
  const dates = questions.filter(({ kind }) => kind === 'date')
  const people = questions.filter(({ kind }) => kind === 'person')
  const open = questions.filter(({ answer }) => answer === null).length
  const chosen = questions.filter((question) => answerTo(question) !== '')
  const isNew = chosen.some((question) => answerTo(question) !== question.answer)
  const choose = (key: string, value: string) => setDrafts({ ...drafts, [key]: value })
  return (
    <section aria-label={t('Questions about the file')} className="space-y-3">
      <div className={open > 0 ? 'rounded-md border border-warn/40 bg-warn/8 px-4 py-3' : ''}>
        <h2 className="font-bold font-sign">
          {open > 0
            ? t(
                { one: 'Answer {count} question about your file', other: 'Answer {count} questions about your file' },
                { count: open },
              )
            : t('Your answers')}
        </h2>
        <p className="text-paper-dim text-sm">
          {t('Check each answer before you use it. Rows with an open question are not imported.')}
        </p>
      </div>
      {dates.map((question) => (
        <DateQuestion
          key={question.key}
          question={question}
          answer={answerTo(question)}
          isBusy={isBusy}
          onChoose={(value) => choose(question.key, value)}
        />
      ))}
      {people.length > 0 && (
        <Table label={t('People')} className="text-[0.8125rem]!">
          <thead>
            <tr>
              <Th>{t('Question')}</Th>
              <Th className="w-28">{t('Rows')}</Th>
              <Th className="w-96">{t('Answer')}</Th>
            </tr>
          </thead>
          <tbody>
            {people.map((question) => (
              <tr key={question.key}>
                <Td label={t('Question')} className="py-2!">
                  {question.text}
                </Td>
                <Td label={t('Rows')} className="text-paper-dim tabular-nums">
                  {t(
                    { one: 'row {line}', other: '{count}, from row {line}' },
                    { count: question.rows, line: question.line },
                  )}
                </Td>
                <Td label={t('Answer')} className="py-1.5!">
                  <QuickSelect
                    label={question.text}
                    value={answerTo(question)}
                    options={[{ value: '', label: t('Choose…') }, ...question.options]}
                    disabled={isBusy}
                    onChange={(value) => choose(question.key, value)}
                  />
                </Td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      <Button
        disabled={!isNew}
        isPending={isBusy}
        onClick={() => onAnswer(Object.fromEntries(chosen.map((question) => [question.key, answerTo(question)])))}
      >
        {chosen.length === 1 ? t('Use this answer') : t('Use these answers')}
      </Button>
    </section>
  )
}

interface DateQuestionProps {
  question: SheetQuestion
  answer: string
  isBusy: boolean
  onChoose(value: string): void
}

function DateQuestion({ question: { text, options, rows }, answer, isBusy, onChoose }: DateQuestionProps) {
  const name = useId()
  return (
    <fieldset disabled={isBusy} className="rounded-md border border-haze bg-dusk px-4 py-3">
      <legend className="float-left mb-2 w-full">
        {text}{' '}
        <span className="text-paper-faint text-sm">
          ({t({ one: '{count} row', other: '{count} rows' }, { count: rows })})
        </span>
      </legend>
      {options.map(({ value, label }) => (
        <label key={value} className="touch-target clear-left flex items-center gap-3 py-1">
          <input
            type="radio"
            name={name}
            value={value}
            checked={answer === value}
            onChange={() => onChoose(value)}
            className="size-4"
          />
          {label}
        </label>
      ))}
    </fieldset>
  )
}
