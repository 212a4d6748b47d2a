import type { ReactNode } from 'react'
import { useAuth } from '#features/auth/web/use-auth.ts'
import { t } from '#lib/messages.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { ErrorNote } from '#ui/error-note.tsx'
import { toast } from '#ui/live-region.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useTwoStep } from '#web/use-two-step.ts'
import type { SignedInSession } from '../contract.ts'
import { AccountRights } from './account-rights.tsx'
import { useFindOwnAccount, useRemoveOtherSessions, useRemoveOwnSession } from './queries.ts'
import { SessionList } from './session-list.tsx'
import { TypeChip } from './type-chip.tsx'

/** The signed-in person's own page: their rights and the reasons, their sessions, and further parts of the page. */
export function OwnAccount({ top, children }: { top?: ReactNode; children?: ReactNode }) {
  const { data, error, isError, refetch, dataUpdatedAt } = useFindOwnAccount()
  const account = data?.item
  const now = new Date(dataUpdatedAt)
  return (
    <div className="mx-auto flex max-w-5xl flex-col gap-4 px-4 pt-4 pb-10">
      <header className="flex min-h-16 flex-wrap items-center gap-x-4 gap-y-2">
        <Avatar name={account?.name ?? ''} url={account?.avatarUrl} size="xl" />
        <div className="min-w-0 max-sm:max-w-[calc(100%-5rem)]">
          <h1 className="break-words text-2xl">{account?.name ?? t('My account')}</h1>
          {account && (
            <p className="flex flex-wrap gap-x-2.5 text-paper-faint text-sm">
              <span>@{account.username}</span> <span className="tabular-nums">{account.id}</span>
            </p>
          )}
        </div>
        {account && account.type !== '-' && (
          <div className="sm:ml-auto">
            <TypeChip type={account.type} />
          </div>
        )}
      </header>
      {top}
      {isError && (
        <ErrorNote message={t('Failed to load your account.')} error={error} onRetry={() => void refetch()} />
      )}
      {(account !== undefined || !isError) && (
        <div className="grid gap-4 lg:grid-cols-2">
          <Card title={t('Sessions')} hint={t('Where you are signed in. Sign out any device you do not recognise.')}>
            {account ? (
              <>
                <SessionList
                  sessions={account.sessions}
                  now={now}
                  actions={(session) => <EndButton session={session} />}
                />
                {account.sessions.some(({ isThis }) => !isThis) && <EndOthersButton />}
              </>
            ) : (
              <Skeleton label={t('Loading your account…')} rows={3} />
            )}
          </Card>
          <Card title={t('Roles')} hint={t('Your Discord roles decide what you can do here.')}>
            {account ? (
              <AccountRights account={account} now={now} isOwn />
            ) : (
              <Skeleton label={t('Loading your account…')} rows={3} />
            )}
          </Card>
        </div>
      )}
      {children}
    </div>
  )
}

function Card({ title, hint, children }: { title: string; hint: string; children: ReactNode }) {
  return (
    <section className="rounded-md border border-haze bg-dusk p-5">
      <h2 className="text-lg">{title}</h2>
      <p className="mt-1 mb-4 text-paper-dim text-sm">{hint}</p>
      {children}
    </section>
  )
}

/** Ends a session in two presses. For the session of this browser, it signs out. */
function EndButton({ session }: { session: SignedInSession }) {
  const auth = useAuth()
  const removal = useRemoveOwnSession({
    onSuccess: () => toast(t('{device} was signed out.', { device: session.device })),
    onError: (error) => toast(error.message, 'danger'),
  })
  const { isArmed, buttonProps } = useTwoStep(() => {
    if (session.isThis) {
      if (auth.status === 'signed-in') void auth.logout()
      return
    }
    removal.mutate(session.id)
  })
  const what = session.isThis ? t('Sign out') : t('End')
  const again = session.isThis ? t('Press again to sign out') : t('Press again to end')
  return (
    <Button
      size="sm"
      look={isArmed ? 'danger' : 'secondary'}
      isPending={removal.isPending}
      aria-label={isArmed ? undefined : `${what}: ${session.device}`}
      {...buttonProps}
    >
      {isArmed ? again : what}
    </Button>
  )
}

/** Ends all sessions except the one of this browser, in two presses. */
function EndOthersButton() {
  const removal = useRemoveOtherSessions({
    onSuccess: () => toast(t('You are signed out everywhere else.')),
    onError: (error) => toast(error.message, 'danger'),
  })
  const { isArmed, buttonProps } = useTwoStep(() => removal.mutate())
  return (
    <div className="mt-3 border-haze border-t pt-4">
      <Button size="sm" look={isArmed ? 'danger' : 'secondary'} isPending={removal.isPending} {...buttonProps}>
        {isArmed ? t('Press again to sign out') : t('Sign out everywhere else')}
      </Button>
    </div>
  )
}
