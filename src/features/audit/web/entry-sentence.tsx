import { Fragment, type ReactNode } from 'react'
import { PersonLink } from '#features/auth/web/person-link.tsx'
import type { AuditWords } from '#lib/audit-words.ts'
import { t } from '#lib/messages.ts'
import { rich } from '#web/rich.tsx'
import { Link } from '#web/router.tsx'
import type { AuditRow } from '../contract.ts'
import { type DescribedChange, isDiscordId, isHidden, type Sentence, sentenceOf } from '../sentence-rules.ts'

/** The page of the site that shows the target of a row. */
export interface AuditPlace {
  title: string
  /** The address of the record if it has one, else of its list. */
  href: string
}

/** Finds the page of a row's target. Null when it has no page. */
export type PlaceOf = (row: Pick<AuditRow, 'target' | 'before' | 'after'>) => AuditPlace | null

export interface SentenceProps {
  row: AuditRow
  words: AuditWords
  placeOf: PlaceOf
  /** The names of people whom the rows name only by ID. */
  names: ReadonlyMap<string, string>
  /** -1 in lists where the arrow keys move the focus. */
  tabIndex?: number | undefined
}

/** The sentence of a row, with links to its person and its record. */
export function EntrySentence({ row, words, placeOf, names, tabIndex }: SentenceProps) {
  const sentence = sentenceOf(row, words)
  const place = placeOf(row)
  const person = (id: string | null, name: string) => (
    <Person id={id} name={name} {...(tabIndex !== undefined && { tabIndex })} />
  )
  const linked = (text: string) => <Linked place={place} text={text} tabIndex={tabIndex} />
  const nameOf = (id: string) => (names.has(id) ? person(id, names.get(id) ?? id) : null)
  return rich(sentence.text, {
    who:
      row.actorName === null ? t(isHidden(row) ? 'Somebody' : 'The site itself') : person(row.actorId, row.actorName),
    person: person(sentence.person.id, personIn(sentence, names)),
    record: linked(sentence.record),
    list: linked(place?.title ?? sentence.list),
    stage: <strong className="font-semibold text-paper">{sentence.stage?.title}</strong>,
    state: sentence.stage?.state,
    before: sentence.stage?.before,
    changes: <Changes sentence={sentence} nameOf={nameOf} />,
  })
}

/** The name that people use for the target of a row. */
export function subjectOf({ row, words, placeOf, names }: SentenceProps): string {
  const sentence = sentenceOf(row, words)
  if (sentence.text.includes('{record}')) return sentence.record
  return sentence.text.includes('{person}') ? personIn(sentence, names) : (placeOf(row)?.title ?? sentence.list)
}

function personIn({ person: { id, name }, record }: Sentence, names: SentenceProps['names']): string {
  return name ?? (id === null ? record : (names.get(id) ?? id))
}

/** A text that never breaks inside a number such as 10-4 or 843.03. */
function Whole({ text }: { text: string }) {
  return text.split(/(\d{1,9}[-.][\w.-]{1,12})/).map((part, at) => {
    const key = `${at} ${part}`
    return at % 2 === 0 ? (
      <Fragment key={key}>{part}</Fragment>
    ) : (
      <span key={key} className="whitespace-nowrap">
        {part}
      </span>
    )
  })
}

interface PersonProps {
  id: string | null
  name: string
  tabIndex?: number
}

function Person({ id, name, tabIndex }: PersonProps) {
  return (
    <strong translate="no" className="font-semibold text-paper">
      {id !== null && isDiscordId(id) ? (
        <PersonLink
          id={id}
          name={name}
          className="hover:text-lagoon hover:underline"
          {...(tabIndex !== undefined && { tabIndex })}
        >
          {name}
        </PersonLink>
      ) : (
        name
      )}
    </strong>
  )
}

function Linked({ place, text, tabIndex }: { place: AuditPlace | null; text: string; tabIndex: number | undefined }) {
  return (
    <strong translate="no" className="font-semibold text-paper">
      {place === null ? (
        <Whole text={text} />
      ) : (
        <Link to={place.href} tabIndex={tabIndex} className="hover:text-lagoon hover:underline">
          <Whole text={text} />
        </Link>
      )}
    </strong>
  )
}

function Changes({ sentence: { changes, more }, nameOf }: { sentence: Sentence; nameOf(id: string): ReactNode }) {
  if (changes.length === 0) return t('no visible changes')
  return (
    <>
      {changes.map((change, at) => (
        <Fragment key={change.label}>
          {at > 0 && ' · '}
          <Change change={change} nameOf={nameOf} />
        </Fragment>
      ))}
      {more > 0 && <> · {t({ one: 'and {count} more', other: 'and {count} more' }, { count: more })}</>}
    </>
  )
}

function Change({
  change: { label, isPerson, left, right },
  nameOf,
}: {
  change: DescribedChange
  nameOf(id: string): ReactNode
}) {
  const shown = (text: string) => (isPerson ? nameOf(text) : null) ?? <Whole text={text} />
  return (
    <span translate="no">
      {label} {left !== null && <>{shown(left)} → </>}
      {shown(right)}
    </span>
  )
}
