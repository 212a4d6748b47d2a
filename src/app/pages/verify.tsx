import Lock from 'lucide-react/icons/lock'
import { useAuth } from '#features/auth/web/use-auth.ts'
import type { VerificationGroup } from '#features/verification/contract.ts'
import { useVerificationGroups } from '#features/verification/web/use-verification-groups.ts'
import { VerifyView } from '#features/verification/web/verify-view.tsx'
import { t } from '#lib/messages.ts'
import { Drawing } from '#ui/drawing.tsx'
import { useSiteContent } from '#web/site-context.tsx'
import { Coast } from '../shell/coast.tsx'
import { OwnDrawing } from '../shell/own-drawing.tsx'

/** Identity verification: who may be verified, the button that starts it, and what the result gives. */
export function Page() {
  const auth = useAuth()
  const { isVerificationOff = false } = useSiteContent()
  const groups = useVerificationGroups() ?? []
  return (
    <>
      <div className="under-header relative isolate overflow-hidden border-haze border-b">
        <Coast className="absolute inset-0 -z-10 size-full" />
        <div className="mx-auto grid max-w-[90rem] gap-x-16 gap-y-10 px-6 pt-10 pb-16 sm:pt-16 lg:min-h-[42rem] lg:grid-cols-[minmax(0,1.2fr)_minmax(0,27rem)] lg:items-start lg:px-10 lg:pt-20 lg:pb-24">
          <div className="max-w-2xl lg:pt-6">
            <p className="eyebrow text-amber">{t('IRL Verification')}</p>
            <h1 className="mt-4 text-[clamp(2.5rem,6vw,4.25rem)]">{t('Identity verification')}</h1>
            <p className="mt-5 max-w-[46ch] text-lg text-paper leading-relaxed sm:text-xl">
              {t(
                'Are you one of these in real life, or were you? A verification company can confirm it. You send us no documents.',
              )}
            </p>
          </div>
          <VerifyView auth={auth} isOff={isVerificationOff} />
        </div>
      </div>

      <div className="mx-auto max-w-[90rem] space-y-20 px-6 py-16 lg:space-y-28 lg:px-10 lg:py-24">
        <section aria-labelledby="eligible">
          <h2 id="eligible" className="text-3xl sm:text-4xl">
            {t('Who can be verified')}
          </h2>
          <div className="mt-8 grid gap-5 md:grid-cols-2 lg:gap-6">
            {groups.map((group) => (
              <Group key={group.key} group={group} />
            ))}
          </div>
        </section>

        <WhatHappensNext />

        <section
          aria-labelledby="private"
          className="flex flex-col gap-5 rounded-lg border border-lagoon/30 bg-lagoon/6 p-6 sm:flex-row sm:items-center sm:gap-7 sm:p-8"
        >
          <span className="flex size-14 shrink-0 items-center justify-center rounded-md bg-lagoon/12 text-lagoon">
            <Lock aria-hidden="true" className="size-7" />
          </span>
          <div>
            <h2 id="private" className="text-xl">
              {t('What you submit never reaches us')}
            </h2>
            <p className="mt-2 max-w-[85ch] text-paper-dim leading-relaxed">
              {t(
                'The third-party handler processes all submitted data and we have no access to it. We send it the email address that Discord verified. It tells us only whether you were verified, and as what.',
              )}
            </p>
          </div>
        </section>
      </div>
    </>
  )
}

function WhatHappensNext() {
  return (
    <section aria-labelledby="next">
      <h2 id="next" className="text-3xl sm:text-4xl">
        {t('What happens next')}
      </h2>
      <ol className="mt-8 grid gap-x-8 md:grid-cols-2 md:gap-y-10 xl:grid-cols-4">
        <Step number={1} title={t('You apply in the window')}>
          {t('The window belongs to our third-party handler. Choose your group there and send what it asks for.')}
        </Step>
        <Step number={2} title={t('A pending email, maybe')}>
          {t('You may first receive a pending email while your documents are checked.')}
        </Step>
        <Step number={3} title={t('Then an approval email')}>
          {t('It says the handler has confirmed you. After that, we approve you.')}
        </Step>
        <Step number={4} title={t('24–48 hours for us')}>
          {t('Allow 24–48 hours for final manual approval by ownership. There is nothing more for you to do.')}
        </Step>
      </ol>
    </section>
  )
}

function Group({ group: { label, drawing, kinds } }: { group: VerificationGroup }) {
  return (
    <section className="overflow-hidden rounded-lg border border-haze bg-dusk">
      {drawing !== undefined && (
        <div className="h-32 sm:h-40">
          <GroupDrawing drawing={drawing} />
        </div>
      )}
      <div className="p-6 sm:p-7">
        <h3 className="text-2xl">{label}</h3>
        <ul className="mt-4 flex flex-wrap gap-x-7 gap-y-3">
          {kinds.map((kind) => (
            <li key={kind.label} className="flex items-center gap-2.5 text-lg text-paper-dim">
              <Drawing shapes={kind.icon} className="size-5 shrink-0 text-amber" />
              {kind.label}
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

function GroupDrawing({ drawing }: { drawing: string }) {
  if (drawing === 'chevrons') return <Chevrons />
  if (drawing === 'light-bar') return <LightBar />
  return <OwnDrawing src={drawing} className="size-full" />
}

/** On a phone one vertical line connects the steps. On a large screen the line is horizontal. */
function Step({ number, title, children }: { number: number; title: string; children: string }) {
  return (
    <li className="relative grid grid-cols-[2.5rem_minmax(0,1fr)] gap-x-5 pb-9 before:absolute before:top-10 before:bottom-0 before:left-5 before:w-px before:bg-haze last:pb-0 last:before:hidden md:block md:pb-0 md:before:top-5 md:before:right-0 md:before:bottom-auto md:before:left-14 md:before:h-px md:before:w-auto md:last:before:block">
      <span
        aria-hidden="true"
        className="flex size-10 items-center justify-center rounded-full border border-sunset/60 bg-sunset/10 font-extrabold font-sign text-lg text-sunset"
      >
        {number}
      </span>
      <div>
        <h3 className="pt-2 text-xl md:mt-4 md:pt-0">{title}</h3>
        <p className="mt-2 max-w-[38ch] text-paper-dim leading-relaxed">{children}</p>
      </div>
    </li>
  )
}

/** A drawing of sleeve chevrons at dusk. They belong to no real service. */
function Chevrons() {
  return (
    <svg
      viewBox="0 0 640 160"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      className="keeps-colour size-full"
    >
      <defs>
        <linearGradient id="sleeve" x1="0" y1="0" x2="1" y2="1">
          <stop stopColor="#1d2f4a" />
          <stop offset="1" stopColor="#123240" />
        </linearGradient>
        <linearGradient id="braid" x1="0" y1="0" x2="0" y2="1">
          <stop stopColor="#ffd98a" />
          <stop offset="1" stopColor="#e58a4f" />
        </linearGradient>
      </defs>
      <path d="M0 0h640v160H0Z" fill="url(#sleeve)" />
      <path
        d="m-20 190 340-200 340 200M-20 230l340-200 340 200M-20 270 320 70l340 200"
        stroke="#f6f2ea"
        strokeWidth="1.500"
        fill="none"
        opacity="0.070"
      />
      <g fill="none" stroke="url(#braid)" strokeWidth="13" strokeLinejoin="round" strokeLinecap="round">
        <path d="m262 66 58-36 58 36" />
        <path d="m262 96 58-36 58 36" />
        <path d="m262 126 58-36 58 36" />
      </g>
      <path d="m320 106 5 11 12 1-9 8 3 12-11-6-11 6 3-12-9-8 12-1Z" fill="#ffd98a" />
    </svg>
  )
}

/** A drawing of a light bar that is switched on. */
function LightBar() {
  return (
    <svg
      viewBox="0 0 640 160"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      className="keeps-colour size-full"
    >
      <defs>
        <radialGradient id="red-light" cx="240" cy="92" r="250" gradientUnits="userSpaceOnUse">
          <stop stopColor="#ff5d6e" stopOpacity="0.850" />
          <stop offset="0.250" stopColor="#ff5d6e" stopOpacity="0.320" />
          <stop offset="1" stopColor="#ff5d6e" stopOpacity="0" />
        </radialGradient>
        <radialGradient id="blue-light" cx="400" cy="92" r="250" gradientUnits="userSpaceOnUse">
          <stop stopColor="#6fb4ff" stopOpacity="0.850" />
          <stop offset="0.250" stopColor="#6fb4ff" stopOpacity="0.320" />
          <stop offset="1" stopColor="#6fb4ff" stopOpacity="0" />
        </radialGradient>
      </defs>
      <path d="M0 0h640v160H0Z" fill="#1a1740" />
      <path d="M0 0h640v160H0Z" fill="url(#red-light)" />
      <path d="M0 0h640v160H0Z" fill="url(#blue-light)" />
      <path d="M176 120h288l34 40H142Z" fill="#090d20" />
      <rect x="196" y="76" width="248" height="36" rx="14" fill="#090d20" />
      <path d="M210 82h88v24h-88a8 8 0 0 1-8-8v-8a8 8 0 0 1 8-8Z" fill="#ff7a8e" />
      <path d="M342 82h88a8 8 0 0 1 8 8v8a8 8 0 0 1-8 8h-88Z" fill="#8abaff" />
      <path d="M304 82h32v24h-32Z" fill="#f6f2ea" />
      <path
        d="M222 88h28M258 88h28M354 88h28M390 88h28"
        stroke="#fff"
        strokeWidth="4"
        strokeLinecap="round"
        opacity="0.700"
      />
      <path d="M232 112h20v8h-20Zm156 0h20v8h-20Z" fill="#090d20" />
    </svg>
  )
}
