import { useQueryClient } from '@tanstack/react-query'
import AtSign from 'lucide-react/icons/at-sign'
import Gavel from 'lucide-react/icons/gavel'
import Pencil from 'lucide-react/icons/pencil'
import { Suspense, useMemo, useState } from 'react'
import { openPerson, PERSON } from '#features/auth/web/person-link.tsx'
import { useAuth } from '#features/auth/web/use-auth.ts'
import { useCan } from '#features/auth/web/use-can.ts'
import { useOwnId } from '#features/auth/web/use-own-id.ts'
import { addAction } from '#features/discipline/contract.ts'
import type { ListedPerson, RosterPlace } from '#features/people/contract.ts'
import { PersonPanel } from '#features/people/web/person-panel.tsx'
import { usePrefetchOnFocus } from '#features/people/web/use-prefetch-on-focus.ts'
import { findRoster, type Roster } from '#features/roster/contract.ts'
import { MemberForm } from '#features/roster/web/member-form.tsx'
import { useLadder, useRosterMembers } from '#features/roster/web/queries.ts'
import { StageMark } from '#features/trial-mods/web/stage-cell.tsx'
import { allowsRights } from '#lib/access.ts'
import { t } from '#lib/messages.ts'
import { Button } from '#ui/button.tsx'
import { announce, toastCopyRefused } from '#ui/live-region.tsx'
import { closePanel } from '#web/panel-address.ts'
import { usePathname } from '#web/router.tsx'
import { useSiteContent } from '#web/site-context.tsx'
import { useCopied } from '#web/use-copied.ts'
import { findListedPerson } from './listed-person.ts'
import { LogAction } from './log-action.tsx'

/** Loads a person before their panel opens. Renders nothing. */
export function PersonReader() {
  usePrefetchOnFocus()
  return null
}

/**
 * The panel of a person beside the page, with what can be done there: mention them, log an action, edit their entry on
 * a roster.
 */
export function PersonBeside({ id }: { id: string }) {
  const [doing, setDoing] = useState<{ log: ListedPerson } | { edit: EditedPlace } | null>(null)
  const queryClient = useQueryClient()
  const { rosters, checklists } = useSiteContent()
  // Read the lists only when the panel opens, so that what is shown first does not change.
  const listed = useMemo(
    () => findListedPerson(queryClient, id, { rosters, checklists }),
    [queryClient, id, rosters, checklists],
  )
  const stop = () => setDoing(null)
  const close = () => closePanel(PERSON)
  return (
    <>
      <PersonPanel
        id={id}
        listed={listed}
        onShow={openPerson}
        onClose={close}
        markOf={(mark) => <StageMark state={mark} />}
        actions={(person) => (
          <Actions
            key={person.id}
            person={person}
            onLog={() => setDoing({ log: person })}
            onEdit={(edit) => setDoing({ edit })}
          />
        )}
      />
      <Suspense>
        {doing !== null && 'log' in doing && (
          <LogAction about={{ id, name: doing.log.name ?? '', note: null }} onClose={stop} />
        )}
        {doing !== null && 'edit' in doing && <EditOnRoster {...doing.edit} onClose={stop} />}
      </Suspense>
    </>
  )
}

interface EditedPlace {
  roster: Roster
  memberId: string
}

interface ActionsProps {
  person: ListedPerson
  onLog(): void
  onEdit(place: EditedPlace): void
}

function Actions({ person, onLog, onEdit }: ActionsProps) {
  const { copiedKey, copy } = useCopied()
  const isSelf = useOwnId() === person.id
  const canLog = useCan(addAction) && !isSelf
  const editable = useEditable(person.rosters)
  const onCopy = () => copy(`<@${person.id}>`).then(() => announce(t('Copied')), toastCopyRefused)
  return (
    <>
      <Button size="sm" onClick={() => void onCopy()}>
        <AtSign aria-hidden="true" />
        {copiedKey === null ? t('Copy mention') : t('✓ copied')}
      </Button>
      {canLog && (
        <Button size="sm" onClick={onLog}>
          <Gavel aria-hidden="true" />
          {t('Log action')}
        </Button>
      )}
      {editable !== null && (
        <Button size="sm" onClick={() => onEdit(editable)}>
          <Pencil aria-hidden="true" />
          {t('Edit')}
        </Button>
      )}
    </>
  )
}

/** The person's entry on a roster that the viewer may change. The roster of the current page comes first. */
function useEditable(places: readonly RosterPlace[]): EditedPlace | null {
  const auth = useAuth()
  const { rosters = [] } = useSiteContent()
  const pathname = usePathname()
  const all = places.flatMap(({ key, memberId }) => {
    const roster = findRoster(key, rosters)
    const mayChange = auth.status === 'signed-in' && roster && allowsRights(roster.change.access, auth.rights)
    return mayChange ? [{ roster, memberId }] : []
  })
  return all.find(({ roster }) => roster.page === pathname) ?? all[0] ?? null
}

/** The form of the person's entry, with the roster's current data. */
function EditOnRoster({ roster, memberId, onClose }: EditedPlace & { onClose(): void }) {
  const ladder = useLadder(roster)
  const members = useRosterMembers(roster).data?.data
  const member = members?.find(({ id }) => id === memberId)
  if (members === undefined || member === undefined) return null
  return <MemberForm roster={roster} ladder={ladder} member={member} members={members} onClose={onClose} />
}
