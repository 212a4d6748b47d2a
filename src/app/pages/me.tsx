import { useState } from 'react'
import { OwnAppealNote } from '#features/appeals/web/own-appeal-note.tsx'
import { useAuth } from '#features/auth/web/use-auth.ts'
import { OwnActions, useActionsFirst } from '#features/discipline/web/own-actions.tsx'
import { useOwnActions } from '#features/discipline/web/queries.ts'
import { OwnTasks } from '#features/doctor/web/own-tasks.tsx'
import { OwnEvidenceList } from '#features/evidence/web/own-evidence.tsx'
import { MessagesRefused } from '#features/inbox/web/message-settings.tsx'
import { OwnRights } from '#features/rights/web/own-rights.tsx'
import { OwnChecklists, OwnProgress } from '#features/trial-mods/web/own-progress.tsx'
import { OwnAccount } from '#features/users/web/own-account.tsx'
import { useFindOwnAccount } from '#features/users/web/queries.ts'
import { OwnVerificationCard } from '#features/verification/web/own-verification-card.tsx'
import { type AccessLevel, levelOf } from '#lib/access.ts'
import { msg, type PlainMessage, t } from '#lib/messages.ts'
import { Link } from '#web/router.tsx'
import { useHasPart, useSiteContent } from '#web/site-context.tsx'
import { NextSteps } from '../next-steps.tsx'
import { type OpenPage, openPages, usePages } from '../shell/open-pages.ts'

/**
 * What the community stores about the caller: their next steps, their account, the pages they may open, and what other
 * features know about them.
 */
export function Page() {
  const hasVerification = useHasPart('verify')
  const { checklists } = useSiteContent()
  const auth = useAuth()
  const isOwner = auth.status === 'signed-in' && auth.rights.isOwner
  const { isFirst, isOutside } = useRecordFirst()
  return (
    <OwnAccount
      top={
        <>
          {isFirst && <OwnRecord />}
          {isOwner && <OwnTasks />}
          <MessagesRefused />
          {!isOutside && <NextSteps />}
          <OwnPages />
        </>
      }
    >
      {hasVerification && <OwnVerificationCard />}
      <OwnProgress />
      {checklists && <OwnChecklists />}
      {!isFirst && <OwnRecord />}
      <OwnRights />
    </OwnAccount>
  )
}

const OwnRecord = () => (
  <OwnActions
    evidence={({ family, id }) => <OwnEvidenceList family={family} action={id} />}
    below={({ family, id }) => <OwnAppealNote family={family} action={id} />}
  />
)

/**
 * Whether the page shows the person's actions first. Once they come first, they stay first. Also says whether a person
 * with a record is not in the guild.
 */
function useRecordFirst() {
  const account = useFindOwnAccount().data?.item
  const actions = useOwnActions().data?.data
  const isOutside = account?.isInGuild === false && actions?.some(({ revoked }) => revoked === null) === true
  const comesFirst = useActionsFirst() || isOutside
  const [wasFirst, setWasFirst] = useState(comesFirst)
  if (comesFirst && !wasFirst) setWasFirst(true)
  return { isFirst: wasFirst || comesFirst, isOutside }
}

const GROUPS: readonly { label: PlainMessage; of: AccessLevel }[] = [
  { label: msg('Staff'), of: 'staff' },
  { label: msg('Management'), of: 'management' },
  { label: msg('ES'), of: 'es' },
  { label: msg('Owner'), of: 'owner' },
  { label: msg('Everyone'), of: 'anyone' },
]

/** Links to every page. On phones, only staff find their pages in the menu. */
function OwnPages() {
  const auth = useAuth()
  const content = useSiteContent()
  const all = usePages()
  if (auth.status !== 'signed-in') return null
  const pages = openPages(all, content, auth.rights)
  return (
    <section aria-labelledby="pages" className="rounded-md border border-haze bg-dusk p-5">
      <h2 id="pages" className="text-lg">
        {t('Pages you can open')}
      </h2>
      <div className="mt-3 space-y-4">
        {GROUPS.map(({ label, of }) => (
          <PageGroup key={label} label={t(label)} pages={pages.filter(({ access }) => levelOf(access) === of)} />
        ))}
      </div>
    </section>
  )
}

function PageGroup({ label, pages }: { label: string; pages: readonly OpenPage[] }) {
  if (pages.length === 0) return null
  return (
    <div className="grid gap-x-4 gap-y-1.5 sm:grid-cols-[6.75rem_minmax(0,1fr)]">
      <h3 className="eyebrow text-amber sm:pt-2.5">{label}</h3>
      <ul aria-label={label} className="flex flex-wrap gap-2">
        {pages.map(({ path, name }) => (
          <li key={path}>
            <Link
              to={path}
              className="touch-target inline-flex min-h-9 items-center rounded-md border border-haze bg-night/50 px-3 py-1 font-semibold text-sm transition-colors hover:border-paper-faint/60 hover:bg-paper/8"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
