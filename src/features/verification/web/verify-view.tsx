import AppWindow from 'lucide-react/icons/app-window'
import BadgeCheck from 'lucide-react/icons/badge-check'
import CircleAlert from 'lucide-react/icons/circle-alert'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { Fragment, type ReactNode } from 'react'
import { type Auth, signInWithEmailHref } from '#features/auth/web/use-auth.ts'
import { msg, type PlainMessage, t } from '#lib/messages.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { rich } from '#web/rich.tsx'
import { isVerified } from '../rules.ts'
import { useOwnVerification } from './use-own-verification.ts'
import { useVerification, type VerificationState } from './use-verification.ts'
import { OwnVerificationStatus } from './verification-status.tsx'

/** Where a verification starts: the user's account, the button, and what happens next. */
export function VerifyView({ auth, isOff }: { auth: Auth; isOff: boolean }) {
  const isSignedIn = auth.status === 'signed-in'
  const own = useOwnVerification({ enabled: isSignedIn })
  const isDone = isVerified(own.data?.item?.status)
  // A verified person never sees an enabled button that would start again.
  const canStart = isSignedIn && !isOff && !isDone && (!own.isPending || own.failureCount > 0)
  const { state, start } = useVerification({ canStart })
  const label = labelOf(auth, state)
  return (
    <section aria-labelledby="verification" className="rounded-lg border border-haze bg-dusk p-6 shadow-lift sm:p-8">
      <h2 id="verification" className="text-2xl">
        {isOff ? t('Closed for now') : isDone ? t('You are verified') : t('Start your verification')}
      </h2>
      {isOff ? (
        <p className="mt-4 text-paper-dim">{t('Verification is not set up on this site yet.')}</p>
      ) : (
        <>
          <div className="mt-5 flex min-h-28 flex-col justify-center rounded-md border border-haze bg-night/60 px-4 py-3 sm:min-h-24">
            <Who auth={auth} />
          </div>
          {isDone ? (
            <p className="mt-4 flex h-12 items-center justify-center gap-2.5 rounded-md border border-ok/40 bg-ok/10 font-bold font-sign text-lg text-ok">
              <BadgeCheck aria-hidden="true" className="size-5" />
              {t('Verified')}
            </p>
          ) : (
            <>
              <Button
                look="primary"
                size="lg"
                className="mt-4 w-full"
                disabled={!canStart}
                aria-busy={state.status === 'opening'}
                onClick={start}
              >
                {/* Re-created for each label, because an icon that moves aside counts as a layout shift. */}
                <Fragment key={label}>
                  <BadgeCheck aria-hidden="true" />
                  {label}
                </Fragment>
              </Button>
              <div className="mt-4 min-h-15 text-sm sm:min-h-10">
                <Hint state={state} />
              </div>
            </>
          )}
        </>
      )}
      {isSignedIn && <OwnVerificationStatus />}
    </section>
  )
}

function labelOf(auth: Auth, { status }: VerificationState): string {
  if (auth.status === 'signed-out') return t('Sign in first')
  return status === 'opening' ? t('Opening…') : t('Verify')
}

function Who({ auth }: { auth: Auth }) {
  switch (auth.status) {
    case 'loading':
      return (
        <>
          <p className="noscript:hidden animate-late text-paper-faint text-sm">
            {t('Checking whether you are signed in…')}
          </p>
          <noscript>
            <p className="text-sm text-warn">{t('Turn on JavaScript to verify: the button opens a new window.')}</p>
          </noscript>
        </>
      )
    case 'signed-out':
      return (
        <Line icon={<TriangleAlert aria-hidden="true" className="size-6 shrink-0 text-warn" />}>
          <p role="status" className="font-semibold text-paper">
            {t('You are not signed in.')}
          </p>
          <p className="text-paper-dim text-sm">
            {rich('{signIn} and you come straight back here.', {
              signIn: (
                <a href={signInWithEmailHref('/verify')} className="inline-link rounded-sm">
                  {t('Sign in with Discord')}
                </a>
              ),
            })}
          </p>
        </Line>
      )
    case 'signed-in':
      return (
        <Line icon={<Avatar name={auth.user.username} url={auth.user.avatarUrl} size="lg" />}>
          <p className="truncate font-semibold text-paper">{auth.user.username}</p>
          <p className="text-paper-dim text-sm">{t('You verify for this Discord account.')}</p>
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

/** What has happened or will happen. Messages that require action are announced at once. */
function Hint({ state }: { state: VerificationState }) {
  const words = ALERTS[state.status]
  if (words !== undefined) {
    return (
      <p role="alert" className="flex gap-2.5 text-warn">
        <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        {t(words)}
        {state.status === 'failed' && ` ${state.why}`}
      </p>
    )
  }
  const hint =
    HINTS[state.status] ?? msg('Opens in a small window. Discord may first ask to share your verified email address.')
  return (
    <p
      role="status"
      className={`flex gap-2.5 ${state.status === 'ready' ? 'font-semibold text-paper' : 'text-paper-faint'}`}
    >
      <AppWindow aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      {t(hint)}
    </p>
  )
}

type Words = Partial<Record<VerificationState['status'], PlainMessage>>

const ALERTS: Words = {
  blocked: msg('Your browser kept the window from opening. Allow pop-ups for this site, then press Verify again.'),
  'closed-early': msg('The window closed before your verification started. Press Verify to open it again.'),
  failed: msg('Your verification could not be started, so the window was closed.'),
  'no-email': msg(
    'Your Discord account has no verified email address. Verify it in the settings of Discord, then press Verify again.',
  ),
}

const HINTS: Words = {
  ready: msg('Discord has shared your email address. Press Verify once more to open the window.'),
  open: msg('Continue in the new window. If you cannot find it, press Verify to bring it to the front.'),
  closed: msg(
    'The window was closed. If you sent everything, the answer shows up here by itself. If not, press Verify to open it again.',
  ),
}
