import { useState } from 'react'
import { t } from '#lib/messages.ts'
import { Button } from '#ui/button.tsx'
import { ConflictDialog } from '#ui/conflict-dialog.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorNote } from '#ui/error-note.tsx'
import { TextField } from '#ui/field.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { CallFailed } from '#web/call.ts'
import { useDebounced } from '#web/use-debounced.ts'
import { type Phrase, PhraseDraft, type QuestionGroup, type RuleEntry } from '../contract.ts'
import { MAX_PHRASE_WORDS, normalizedWords, PHRASE_LENGTH } from '../rules.ts'
import { useAddPhrase, useFoundRules, usePhrases } from './queries.ts'
import { Asked } from './question-table.tsx'

/** How long to wait after the last key press before the rules are searched, in milliseconds. */
const REST_MS = 200

interface AskedAsDialogProps {
  /** The questions that the phrase is for. Null adds a phrase without questions. */
  group: QuestionGroup | null
  onAdded(added: Phrase, answers: boolean | null): void
  onClose(): void
}

/** The dialog that adds a phrase: the user writes the phrase and presses the rule that it leads to. */
export function AskedAsDialog({ group, onAdded, onClose }: AskedAsDialogProps) {
  const adding = useAddPhrase()
  const [phrase, setPhrase] = useState(group?.phrase ?? '')
  const [problem, setProblem] = useState<string>()
  const [chosen, setChosen] = useState<string | null>(null)
  /** The rule that the user pressed for a phrase that another user had already added. */
  const [taken, setTaken] = useState<{ rule: RuleEntry; words: string } | null>(null)
  // The phrase that the other user added. A failed write reloads the list, so it is found here.
  const earlier = usePhrases().data?.data.find(({ phrase: added }) => normalizedWords(added) === taken?.words)

  const choose = (rule: RuleEntry, replaces?: number) => {
    const draft = PhraseDraft.safeParse({ phrase, href: rule.href, questions: group?.ids ?? [], replaces })
    setProblem(draft.error?.issues[0]?.message)
    if (!draft.success) return
    setChosen(rule.href)
    adding.mutate(draft.data, {
      onSuccess: ({ item, answers }) => onAdded(item, answers),
      onError: (error) => {
        const isThere = error instanceof CallFailed && error.code === 'already_there'
        setTaken(isThere ? { rule, words: normalizedWords(phrase) } : null)
        setProblem(error instanceof CallFailed ? error.fields.phrase : undefined)
      },
    })
  }

  return (
    <Dialog
      title={group === null ? t('Add a phrase') : t('Which rule did they mean?')}
      width="wide"
      closesOutside={false}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('Cancel')}</Button>}
    >
      <div className="flex flex-col gap-4">
        {adding.isError && problem === undefined && <ErrorNote message={adding.error.message} />}
        {group !== null && (
          <blockquote className="rounded-sm border-amber/60 border-l-2 bg-night/40 px-3">
            <Asked {...group} />
          </blockquote>
        )}
        <TextField
          label={t('Phrase')}
          required
          maxLength={PHRASE_LENGTH}
          autoComplete="off"
          hint={t('One to {max} words that people ask this with. Leave out words such as “can I”.', {
            max: MAX_PHRASE_WORDS,
          })}
          error={problem}
          value={phrase}
          onChange={({ target }) => {
            setPhrase(target.value)
            setProblem(undefined)
          }}
        />
        <RuleSearch group={group} sent={adding.isPending ? chosen : null} onChoose={choose} />
      </div>
      {taken !== null && earlier !== undefined && earlier.href !== taken.rule.href && (
        <ConflictDialog
          title={t('{name} has added this phrase already', { name: earlier.addedBy })}
          fields={[
            { label: t('Phrase'), mine: phrase.trim(), theirs: earlier.phrase },
            { label: t('Rule'), mine: taken.rule.title, theirs: earlier.rule?.title ?? '' },
          ]}
          isPending={adding.isPending}
          onKeepMine={() => choose(taken.rule, earlier.id)}
          onTakeTheirs={onClose}
          onClose={() => setTaken(null)}
        />
      )}
    </Dialog>
  )
}

interface RuleSearchProps {
  /** Null for a phrase without questions. */
  group: QuestionGroup | null
  /** The address of the rule whose phrase is being sent. Null while nothing is being sent. */
  sent: string | null
  onChoose(rule: RuleEntry): void
}

/** The rules to choose from: first the closest ones, then those that match the search. */
function RuleSearch({ group, sent, onChoose }: RuleSearchProps) {
  const [search, setSearch] = useState('')
  const wanted = useDebounced(search.trim(), REST_MS)
  const found = useFoundRules(wanted, group?.question ?? '')
  const rules = found.data?.data ?? []
  const isAsking = wanted === '' && group === null
  return (
    <div className="flex flex-col gap-2">
      <h3 id="rules-to-choose" className="font-bold font-sign text-paper-dim text-sm">
        {wanted === '' && group !== null
          ? t('Closest rules: press the one that answers it')
          : t('Rules and codes: press the one that answers it')}
      </h3>
      <SearchField
        label={t('Search rules and codes')}
        placeholder={t('Search all rules and codes')}
        value={search}
        onChange={setSearch}
      />
      {found.isError ? (
        <ErrorNote message={t('Failed to load the rules.')} error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <ul aria-labelledby="rules-to-choose" className="min-h-72 overflow-hidden rounded-sm border border-haze">
          {found.isPending && !isAsking && <Skeleton label={t('Loading rules…')} rows={6} />}
          {rules.map((rule) => (
            <li key={rule.href} className="border-haze border-t first:border-t-0">
              <Button
                look="ghost"
                isPending={sent === rule.href}
                disabled={sent !== null && sent !== rule.href}
                onClick={() => onChoose(rule)}
                className="h-auto! w-full flex-col items-start! justify-center! gap-0! whitespace-normal! rounded-none! px-3 py-2 text-left"
              >
                <span className="text-paper text-sm">{rule.title}</span>
                <span className="font-normal font-sans text-paper-faint text-xs">{rule.trail}</span>
                <span className="mt-1 line-clamp-1 sm:line-clamp-2 font-normal font-sans text-paper-dim text-xs">
                  {rule.excerpt}
                </span>
              </Button>
            </li>
          ))}
          {!found.isPending && rules.length === 0 && (
            <li className="px-3 py-3 text-paper-faint text-sm">
              {isAsking ? t('Search for the rule that the phrase leads to.') : t('No rule and no code contains this.')}
            </li>
          )}
        </ul>
      )}
    </div>
  )
}
