import type { Tone } from '#lib/colour.ts'
import { t } from '#lib/messages.ts'
import { Chip } from '#ui/chip.tsx'
import { StageProgress } from '#ui/stage-progress.tsx'
import { rich } from '#web/rich.tsx'
import type { Checklist, OwnProgress as Progress } from '../contract.ts'
import { type CompletionStatus, stageTitle } from '../stage-rules.ts'
import { Moment } from './moment.tsx'
import { useChecklist, useOwnChecklists, useOwnProgress } from './queries.ts'
import { StageMark } from './stage-cell.tsx'

const TONES: Record<CompletionStatus, Tone> = { 'In-Training': 'info', Passed: 'ok', Failed: 'danger' }

/** The progress and instructors of the signed-in trainee. Renders nothing for people who are not on the checklist. */
export function OwnProgress() {
  const { data } = useOwnProgress()
  return data?.data ? <OwnTraining progress={data.data} /> : null
}

function OwnTraining({ progress }: { progress: Progress }) {
  return <OwnProgressCard title={t('My training')} checklist={useChecklist()} progress={progress} />
}

/** The signed-in person's progress on further checklists. */
export function OwnChecklists() {
  const { data } = useOwnChecklists()
  return data?.data.map(({ checklist, progress }) => (
    <OwnProgressCard key={checklist.title} title={checklist.title} checklist={checklist} progress={progress} />
  ))
}

interface OwnProgressCardProps {
  title: string
  checklist: Checklist
  progress: Progress
}

function OwnProgressCard({ title, checklist, progress }: OwnProgressCardProps) {
  const { status, stages, passed, completed, assignedInstructor, officialInstructor } = progress
  return (
    <section aria-label={title} className="rounded-md border border-haze bg-dusk p-5">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg">{title}</h2>
        <Chip tone={TONES[status]}>{checklist.outcomes[status].label}</Chip>
      </header>
      <p className="mt-1 text-paper-dim text-sm">
        {completed === null
          ? t('{passed} of {total} stages passed', { passed, total: stages.length })
          : rich('{passed} of {total} stages passed, completed {moment}', {
              ...{ passed, total: stages.length },
              moment: <Moment at={completed} />,
            })}
      </p>
      <StageProgress
        passed={passed}
        stages={stages.map(({ stage, state }) => ({
          title: stageTitle(stage, checklist),
          mark: <StageMark state={state} />,
        }))}
        className="sm:grid-cols-2 lg:grid-cols-3"
      />
      <dl className="mt-4 flex flex-wrap gap-x-8 gap-y-1 text-sm">
        <Instructor label={t('Assigned Instructor')} name={assignedInstructor} />
        <Instructor label={t('Official Instructor')} name={officialInstructor} />
      </dl>
    </section>
  )
}

function Instructor({ label, name }: { label: string; name: string | null }) {
  if (name === null) return null
  return (
    <div className="flex gap-2">
      <dt className="text-paper-faint">{label}</dt>
      <dd className="text-paper">{name}</dd>
    </div>
  )
}
