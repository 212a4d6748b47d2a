import AppWindow from 'lucide-react/icons/app-window'
import BadgeCheck from 'lucide-react/icons/badge-check'
import CircleAlert from 'lucide-react/icons/circle-alert'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { Fragment, type ReactNode } from 'react'
import { type Auth, signInWithEmailHref } from '#features/auth/web/use-auth.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { useVerification, type Verification } from './use-verification.ts'
import { VerificationCourse } from './verification-course.tsx'

/** Where a verification begins: who you are here, the button, and what it will do. */
export function VerifyDesk({ auth, isOff }: { auth: Auth; isOff: boolean }) {
  const { status, start } = useVerification()
  const label = labelOf(auth, status)
  return (
    <section
      aria-labelledby="desk"
      className="rounded-lg border border-haze bg-dusk/90 p-6 shadow-lift backdrop-blur-md sm:p-8"
    >
      <h2 id="desk" className="text-2xl">
        {isOff ? 'Closed for now' : 'Start your verification'}
      </h2>
      {isOff ? (
        <p className="mt-4 text-paper-dim">Verification is not set up on this site yet.</p>
      ) : (
        <>
          <div className="mt-5 flex min-h-28 flex-col justify-center rounded-md border border-haze bg-night/60 px-4 py-3 sm:min-h-24">
            <Who auth={auth} />
          </div>
          <Button
            look="primary"
            size="lg"
            className="mt-4 w-full"
            disabled={auth.status !== 'signed-in'}
            aria-busy={status === 'opening'}
            onClick={start}
          >
            {/* made anew with each label: an icon that slides aside is a layout shift */}
            <Fragment key={label}>
              <BadgeCheck aria-hidden="true" />
              {label}
            </Fragment>
          </Button>
          <div className="mt-4 min-h-15 text-sm sm:min-h-10">
            <Hint status={status} />
          </div>
        </>
      )}
      {auth.status === 'signed-in' && <VerificationCourse />}
    </section>
  )
}

function labelOf(auth: Auth, status: Verification['status']): string {
  if (auth.status === 'signed-out') return 'Sign in first'
  return status === 'opening' ? 'Opening…' : 'Verify'
}

function Who({ auth }: { auth: Auth }) {
  switch (auth.status) {
    case 'loading':
      return (
        <>
          <p className="noscript:hidden animate-late text-paper-faint text-sm">Looking up whether you are signed in…</p>
          <noscript>
            <p className="text-sm text-warn">Verifying needs JavaScript: the button opens a window of its own.</p>
          </noscript>
        </>
      )
    case 'signed-out':
      return (
        <Line icon={<TriangleAlert aria-hidden="true" className="size-6 shrink-0 text-warn" />}>
          <p role="status" className="font-semibold text-paper">
            You are not signed in.
          </p>
          <p className="text-paper-dim text-sm">
            <a href={signInWithEmailHref('/verify')} className="inline-link rounded-sm">
              Sign in with Discord
            </a>{' '}
            and you come straight back here.
          </p>
        </Line>
      )
    case 'signed-in':
      return (
        <Line icon={<Avatar name={auth.user.username} url={auth.user.avatarUrl} size="lg" />}>
          <p className="truncate font-semibold text-paper">{auth.user.username}</p>
          <p className="text-paper-dim text-sm">Your verification will belong to this Discord account.</p>
        </Line>
      )
  }
}

function Line({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <div className="flex animate-fade items-center gap-4">
      {icon}
      <div className="min-w-0">{children}</div>
    </div>
  )
}

function Hint({ status }: { status: Verification['status'] }) {
  if (status === 'blocked') {
    return (
      <p role="alert" className="flex gap-2.5 text-warn">
        <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        Your browser kept the window from opening. Allow pop-ups for this site, then press Verify again.
      </p>
    )
  }
  return (
    <p role="status" className="flex gap-2.5 text-paper-faint">
      <AppWindow aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      {status === 'open'
        ? 'It goes on in its own window. Lost it? Press Verify and it comes to the front.'
        : 'Opens in a small window. Discord may first ask to share your verified email address.'}
    </p>
  )
}
