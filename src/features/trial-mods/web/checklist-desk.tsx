import Plus from 'lucide-react/icons/plus'
import Upload from 'lucide-react/icons/upload'
import { type ReactNode, useId, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { useAuth } from '#features/auth/web/use-auth.ts'
import { type Access, allowsRights } from '#lib/access.ts'
import { compareText } from '#lib/compare.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { ConflictDialog } from '#ui/conflict-dialog.tsx'
import { Empty } from '#ui/empty.tsx'
import { ErrorNote } from '#ui/error-note.tsx'
import { toast } from '#ui/live-region.tsx'
import { NoRows } from '#ui/no-rows.tsx'
import { RefreshButton } from '#ui/refresh-button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { CallFailed, call } from '#web/call.ts'
import { Link } from '#web/router.tsx'
import { useRoomBelow } from '#web/use-room-below.ts'
import {
  addTrialMod,
  changeCompletion,
  changeReview,
  changeStage,
  changeTrialMod,
  importTrialMods,
  type Stage,
  TrialMod,
} from '../contract.ts'
import {
  allInstructors,
  type CompletionChanges,
  completed,
  countsOf,
  matches,
  type Part,
  partsOf,
  REVIEW_KEYS,
  type ReviewType,
  reviewed,
  STAGE_KEYS,
  STAGE_LABELS,
  STATE_LABELS,
  type StageKey,
  stageOf,
  stateOf,
  withStage,
} from '../rules.ts'
import type { RowActions } from './checklist-row.tsx'
import { ChecklistTable } from './checklist-table.tsx'
import { ChecklistToolbar } from './checklist-toolbar.tsx'
import { type ChecklistWrite, useTrialMods, useWriteChecklist } from './queries.ts'
import { StageDialog } from './stage-dialog.tsx'
import { TrialModForm } from './trial-mod-form.tsx'
import { useChecklistFilter } from './use-checklist-filter.ts'

interface ChecklistDeskProps {
  links: readonly { label: string; href: string }[]
  /** The page that imports a spreadsheet. */
  importHref?: string
  /** Names of staff, offered where one is written. */
  staff?: readonly string[]
  /** The viewer's own Discord id, if they are on the checklist. */
  ownId?: string | null
  /** Who passed, and still stands as a trial moderator on the roster. */
  promotable?: ReadonlySet<string>
  onPromote?(traineeId: string): void
  /** What waits to be done, above the table. */
  offers?: ReactNode
}

interface OpenStage {
  record: TrialMod
  key: StageKey
  draft?: Stage
  failure?: string
}

/** The checklist as staff have it open: counts, filters, and every stage of everybody, changed on the spot. */
export function ChecklistDesk({
  links,
  importHref,
  staff = [],
  ownId = null,
  promotable = NOBODY,
  onPromote,
  offers,
}: ChecklistDeskProps) {
  const query = useTrialMods()
  const filtering = useChecklistFilter()
  const auth = useAuth()
  const writing = useWriteChecklist()
  const names = useId()
  const deskRef = useRef<HTMLDivElement>(null)
  useRoomBelow(deskRef)
  const [stage, setStage] = useState<OpenStage | null>(null)
  const [form, setForm] = useState<TrialMod | 'new' | null>(null)
  const [conflict, setConflict] = useState<{ write: ChecklistWrite; theirs: TrialMod } | null>(null)

  const may = (access: Access) => auth.status === 'signed-in' && allowsRights(access, auth.rights)
  const records = query.data
  const all = records ?? []
  const shown = all.filter((record) => matches(record, filtering.filter))
  const known = [...new Set([...staff, ...allInstructors(all)])].sort(compareText)

  function save(write: ChecklistWrite, recover?: (why: string) => void): void {
    writing.mutate(write, {
      onSuccess: ({ item }) => {
        setConflict(null)
        const { status } = item.completion
        if (write.part === 'completion' && status !== 'In-Training' && filtering.filter.hidesArchived) {
          toast(`${item.trialMod.name}: ${status}, and now among the archived.`)
        }
      },
      onError: (error) => {
        setConflict(null)
        const item = z.safeParse(TrialMod, error instanceof CallFailed ? error.item : undefined)
        if (error instanceof CallFailed && error.code === 'changed_meanwhile' && item.success) {
          setConflict({ write, theirs: item.data })
        } else if (recover) recover(error.message)
        else toast(error.message, 'danger')
      },
    })
  }

  function saveStage({ record, key }: OpenStage, draft: Stage): void {
    setStage(null)
    const { by, ...rest } = draft
    save(
      {
        record,
        part: key,
        apply: (before) => withStage(before, key, draft),
        send: (version) =>
          call(changeStage, { params: { id: record.traineeId }, body: { ...rest, stage: key, byName: by, version } }),
      },
      // Nothing that was written is lost.
      (failure) => setStage({ record, key, draft, failure }),
    )
  }

  function complete(record: TrialMod, changes: CompletionChanges): void {
    const [part = 'completion'] = partsOf(changes)
    const now = new Date().toISOString()
    save({
      record,
      part,
      apply: (before) => completed(before, changes, now),
      send: (version) => call(changeCompletion, { params: { id: record.traineeId }, body: { ...changes, version } }),
    })
  }

  function rate(record: TrialMod, type: ReviewType, rating: number | null): void {
    const now = new Date().toISOString()
    const reviewedAt = rating === null ? record[REVIEW_KEYS[type].date] : now
    save({
      record,
      part: `${type}Review`,
      apply: (before) => reviewed(before, { type, rating, reviewedAt }, now),
      send: (version) =>
        call(changeReview, { params: { id: record.traineeId }, body: { type, rating, reviewedAt, version } }),
    })
  }

  const actions: RowActions = {
    onEdit: may(changeTrialMod.access) ? setForm : undefined,
    onPromote,
    onOpenStage: (record, key) => setStage({ record, key }),
    onComplete: complete,
    onRate: rate,
  }
  const retry = () => void query.refetch()
  const failure = query.error && { message: wordsOf(query.error), onRetry: retry }

  return (
    <div
      ref={deskRef}
      data-desk=""
      className="mx-auto flex max-w-[120rem] flex-col gap-3 px-4 pb-4 sm:h-[calc(100dvh-var(--above,var(--header-height)))] sm:min-h-[36rem]"
    >
      <header className="sticky top-(--header-height) z-10 -mx-4 flex flex-wrap items-center gap-x-4 gap-y-1.5 bg-night px-4 pt-2 pb-1 max-sm:gap-x-3">
        <h1 className="text-xl sm:text-2xl">Trial Mod Checklist</h1>
        <RefreshButton isBusy={query.isFetching} onRefresh={retry} />
        {importHref !== undefined && may(importTrialMods.access) && (
          <ButtonLink
            size="sm"
            look="ghost"
            to={importHref}
            aria-label="Import"
            className="max-sm:-ml-4 max-sm:px-2 sm:order-last"
          >
            <Upload aria-hidden="true" />
            <span className="max-sm:sr-only">Import</span>
          </ButtonLink>
        )}
        {may(addTrialMod.access) && (
          <Button
            size="sm"
            look="primary"
            aria-label="Add trial mod"
            className="max-sm:ml-auto sm:order-last"
            onClick={() => setForm('new')}
          >
            <Plus aria-hidden="true" />
            <span className="sm:hidden">Add</span>
            <span className="max-sm:hidden">Add trial mod</span>
          </Button>
        )}
        <Counts records={records} />
        <label className="flex items-center gap-2 text-paper-dim text-sm max-sm:py-1.5 max-sm:text-[0.8125rem]">
          <input
            type="checkbox"
            checked={filtering.filter.hidesArchived}
            onChange={(event) => filtering.setHidesArchived(event.target.checked)}
            className="size-4"
          />
          Hide Archived
        </label>
        <nav aria-label="Staff tools" className="flex gap-4 text-sm ml-auto max-sm:gap-3 max-sm:text-[0.8125rem]">
          {links.map(({ label, href }) => (
            <Link key={href} to={href} className="flex items-center text-paper-dim hover:text-lagoon max-sm:py-1.5">
              {label}
            </Link>
          ))}
        </nav>
      </header>
      {offers}
      <ChecklistToolbar
        filtering={filtering}
        instructors={allInstructors(all)}
        shown={records === undefined ? null : shown.length}
        total={all.length}
      />
      {failure !== null && records !== undefined && <ErrorNote {...failure} />}
      {shown.length > 0 ? (
        <ChecklistTable records={shown} ownId={ownId} promotable={promotable} names={names} actions={actions} />
      ) : (
        <NoRows
          className="flex-1"
          isLoaded={records !== undefined}
          skeleton={<Skeleton label="Loading trial mods…" rows={8} columns={15} />}
          failure={failure}
        >
          <Empty
            title="No trial mods found"
            hint="Try adjusting your search or clearing the filters."
            action={
              <div className="flex flex-wrap justify-center gap-3">
                {filtering.isFiltered && <Button onClick={filtering.clear}>Clear Filters</Button>}
                {filtering.filter.hidesArchived && all.length > 0 && (
                  <Button onClick={() => filtering.setHidesArchived(false)}>Show archived</Button>
                )}
              </div>
            }
          />
        </NoRows>
      )}
      <datalist id={names}>
        {known.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      {stage !== null && (
        <StageDialog
          record={stage.record}
          stageKey={stage.key}
          draft={stage.draft}
          failure={stage.failure}
          names={names}
          isReadOnly={stage.record.traineeId === ownId}
          onSave={(draft) => saveStage(stage, draft)}
          onClose={() => setStage(null)}
        />
      )}
      {form !== null && (
        <TrialModForm record={form === 'new' ? null : form} names={names} onClose={() => setForm(null)} />
      )}
      {conflict !== null && (
        <ConflictDialog
          title={`${conflict.theirs.trialMod.name} was changed by someone else`}
          fields={versionsOf(conflict)}
          isPending={writing.isPending}
          onKeepMine={() => save({ ...conflict.write, record: conflict.theirs })}
          onTakeTheirs={() => setConflict(null)}
          onClose={() => setConflict(null)}
        />
      )}
    </div>
  )
}

const NOBODY: ReadonlySet<string> = new Set()

/** Spec, section 8: the message, or 'Failed to load data'. */
function wordsOf(error: Error): string {
  const said = error instanceof CallFailed && error.status !== 0 && error.code !== 'unreadable' ? error.message : ''
  return said || 'Failed to load data'
}

function Counts({ records }: { records: readonly TrialMod[] | undefined }) {
  const { total, training, passed, failed } = countsOf(records ?? [])
  const figures = [
    { label: 'Total', count: total, colour: 'text-paper' },
    { label: 'Training', count: training, colour: 'text-info' },
    { label: 'Passed', count: passed, colour: 'text-ok' },
    { label: 'Failed', count: failed, colour: 'text-danger' },
  ]
  return (
    <dl aria-label="Counts" className="flex overflow-hidden rounded-sm border border-haze bg-dusk text-sm">
      {figures.map(({ label, count, colour }) => (
        <div key={label} className="flex items-baseline gap-1.5 border-haze px-2.5 py-1 not-first:border-l">
          <dt className="font-sign text-paper-faint">{label}</dt>
          <dd className={`font-bold font-sign tabular-nums ${colour}`}>{records === undefined ? '–' : count}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The part that both wrote, as people read it: what would be saved, and what stands there. */
function versionsOf({ write, theirs }: { write: ChecklistWrite; theirs: TrialMod }) {
  const mine = fieldsOf(write.apply(theirs), write.part)
  return fieldsOf(theirs, write.part).map(({ label, text }, index) => ({
    label,
    mine: mine[index]?.text ?? '',
    theirs: text,
  }))
}

function fieldsOf(record: TrialMod, part: Part): { label: string; text: string }[] {
  const key = STAGE_KEYS.find((each) => each === part)
  if (key !== undefined) {
    const { by, notes, ...states } = stageOf(record, key)
    const state = stateOf(states)
    return [
      { label: `${STAGE_LABELS[key].title}: status`, text: state === null ? '' : STATE_LABELS[state] },
      { label: 'Supervising Admin', text: by ?? '' },
      { label: 'Notes', text: notes ?? '' },
    ]
  }
  if (part === 'completion') {
    return [
      { label: 'Status', text: record.completion.status },
      { label: 'Official Instructor', text: record.officialInstructor ?? '' },
    ]
  }
  const type = part === 'instructorReview' ? 'instructor' : 'trainee'
  const keys = REVIEW_KEYS[type]
  return [
    { label: type === 'instructor' ? 'Instructor Review' : 'Trainee Review', text: record[keys.name] ?? '' },
    { label: 'Rating', text: String(record[keys.rating] ?? '') },
  ]
}
