import { useQuery } from '@tanstack/react-query'
import { msg, type PlainMessage, t } from '#lib/messages.ts'
import { ButtonLink } from '#ui/button.tsx'
import { ErrorNote } from '#ui/error-note.tsx'
import { TaskList } from '#ui/task-list.tsx'
import { queryOf } from '#web/queries.ts'
import { listOwnTasks, type OwnTask } from '../contract.ts'

const TASKS: Record<OwnTask['key'], { label: PlainMessage; text: PlainMessage }> = {
  name: { label: msg('Name'), text: msg('What your community is called, its tagline and description, in site.yaml.') },
  roles: { label: msg('Discord roles'), text: msg('Which of your Discord roles give which right, in site.yaml.') },
  links: { label: msg('Your links'), text: msg('Your own addresses in site.yaml, in place of those under .example.') },
  departments: {
    label: msg('Departments and leadership'),
    text: msg(
      'The folder departments, departments.yaml and leadership.yaml: rewrite each file, or delete a department.',
    ),
  },
  rules: {
    label: msg('Your rules'),
    text: msg('The folder rules: what the pages of the rules show and what the assistant answers from.'),
  },
  codes: {
    label: msg('Your codes'),
    text: msg('Change the 10-codes and penal codes on their pages, or turn the pages off in navigation.yaml.'),
  },
  bot: {
    label: msg('The bot'),
    text: msg('Set DISCORD_BOT_TOKEN: then rights follow roles at once, and supporters are listed.'),
  },
  backup: {
    label: msg('A backup'),
    text: msg('Run npm run backup, which writes into backups in DATA_DIR, and keep a copy on another machine.'),
  },
}

/**
 * The tasks of a new owner. Tasks are ticked off as files and settings change, and the list disappears when all are
 * done.
 */
export function OwnTasks() {
  const { data, error, isError, refetch } = useQuery(queryOf(listOwnTasks))
  if (isError) {
    const message = t('Failed to load what is left to set up.')
    return <ErrorNote message={message} error={error} onRetry={() => void refetch()} />
  }
  const tasks = data?.data ?? []
  const done = tasks.filter(({ isDone }) => isDone).length
  if (done === tasks.length) return null
  return (
    <details open={done * 2 < tasks.length} className="group rounded-md border border-amber/40 bg-dusk">
      <summary className="flex min-h-11 flex-wrap items-baseline gap-x-3 px-5 py-3">
        <h2 className="text-lg">{t('Make the site your own')}</h2>
        <span className="text-paper-dim text-sm tabular-nums">
          {t('{done} of {count} done', { done, count: tasks.length })}
        </span>
      </summary>
      <div className="px-5 pb-4">
        <TaskList
          tasks={tasks.map(({ key, isDone }) => ({
            key,
            isDone,
            label: t(TASKS[key].label),
            text: t(TASKS[key].text),
          }))}
        />
        <div className="mt-2 flex flex-wrap items-center gap-3">
          <ButtonLink to="/doctor" size="sm">
            {t('See what the doctor found')}
          </ButtonLink>
          <ButtonLink to="/move-in" size="sm">
            {t('Bring your players over from txAdmin')}
          </ButtonLink>
          <p className="text-paper-faint text-sm">
            {t('Changed files apply once they are saved, changed settings after a restart.')}
          </p>
        </div>
      </div>
    </details>
  )
}
