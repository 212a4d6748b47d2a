import { Fragment, type ReactNode } from 'react'
import { PersonLink } from '#features/auth/web/person-link.tsx'
import type { AuditWords } from '#lib/audit-words.ts'
import { t } from '#lib/messages.ts'
import { rich } from '#web/rich.tsx'
import { Link } from '#web/router.tsx'
import type { AuditRow } from '../contract.ts'
import { isDiscordId, isHidden, type Sentence, sentenceOf, type ToldChange } from '../sentence-rules.ts'

/** A page of the site on which something of the log stands. */
export interface AuditPlace {
  title: string
  /** Of the record, where it has an address of its own, else of its list. */
  href: string
}

/** Where the target of a row stands; null for what has no page. */
export type PlaceOf = (row: Pick<AuditRow, 'target' | 'before' | 'after'>) => AuditPlace | null

export interface SentenceProps {
  row: AuditRow
  words: AuditWords
  placeOf: PlaceOf
  /** What people are called whom the rows name by their ids. */
  names: ReadonlyMap<string, string>
  /** -1 where the arrow keys of a list decide what the Tab key reaches. */
  tabIndex?: number | undefined
}

/** What a row of the log says, with links to whom and what it is about. */
export function EntrySentence({ row, words, placeOf, names, tabIndex }: SentenceProps) {
  const told = sentenceOf(row, words)
  const place = placeOf(row)
  const person = (id: string | null, name: string) => (
    <Person id={id} name={name} {...(tabIndex !== undefined && { tabIndex })} />
  )
  const linked = (text: string) => <Linked place={place} text={text} tabIndex={tabIndex} />
  const nameOf = (id: string) => (names.has(id) ? person(id, names.get(id) ?? id) : null)
  return rich(told.text, {
    who:
      row.actorName === null ? t(isHidden(row) ? 'Somebody' : 'The site itself') : person(row.actorId, row.actorName),
    person: person(told.person.id, personIn(told, names)),
    record: linked(told.record),
    list: linked(place?.title ?? told.list),
    stage: <strong className="font-semibold text-paper">{told.stage?.title}</strong>,
    state: told.stage?.state,
    before: told.stage?.before,
    changes: <Changes told={told} nameOf={nameOf} />,
  })
}

/** What people call the target of a row. */
export function subjectOf({ row, words, placeOf, names }: SentenceProps): string {
  const told = sentenceOf(row, words)
  if (told.text.includes('{record}')) return told.record
  return told.text.includes('{person}') ? personIn(told, names) : (placeOf(row)?.title ?? told.list)
}

function personIn({ person: { id, name }, record }: Sentence, names: SentenceProps['names']): string {
  return name ?? (id === null ? record : (names.get(id) ?? id))
}

/** A text in which no number such as 10-4 or 843.03 breaks. */
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

function Changes({ told: { changes, more }, nameOf }: { told: Sentence; nameOf(id: string): ReactNode }) {
  if (changes.length === 0) return t('nothing that is shown')
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
  change: ToldChange
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
