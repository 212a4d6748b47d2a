import { lazy, type ReactNode, Suspense, useState } from 'react'
import { t } from '#lib/messages.ts'
import { rich } from '#web/rich.tsx'
import { useMedia, useSite } from '#web/site-context.tsx'
import { BETA_VERSION } from '../chat-rules.ts'
import { ChatBox } from './chat-box.tsx'

const BetaPopup = lazy(() => import('./beta-popup.tsx').then((module) => ({ default: module.BetaPopup })))

/** 'Confused on the rules?': introduces the assistant and holds the chat. `children` are other ways to get help. */
export function AssistantSection({ children }: { children?: ReactNode }) {
  const media = useMedia()
  const { assistant } = useSite()
  const [showsBeta, setShowsBeta] = useState(false)
  return (
    <section aria-labelledby="assistant-heading" className="mx-auto max-w-[90rem] px-6 py-20 lg:px-10 lg:py-28">
      <div className="grid items-center gap-10 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.25fr)] lg:gap-16">
        <div>
          <img
            src={media('/media/assistant.svg')}
            alt=""
            width="144"
            height="144"
            loading="lazy"
            className="mb-8 hidden size-36 rounded-full shadow-lift ring-4 ring-haze lg:block"
          />
          <p className="eyebrow text-amber">{t('Rules assistant')}</p>
          <h2 id="assistant-heading" className="mt-4 text-4xl sm:text-5xl">
            {t('Confused on the rules?')}
          </h2>
          <p className="mt-5 max-w-[46ch] text-lg text-paper-dim leading-relaxed">
            {t(
              'Ask {name} in your own words. Every answer names the rule that it comes from, so you can read the whole of it yourself.',
              { name: assistant.name },
            )}
          </p>
          {children}
        </div>
        <div className="min-w-0">
          <ChatBox />
          <p className="mt-3 px-1 text-paper-faint text-sm">
            {rich('{name} is in {beta} and can be inaccurate.', {
              name: assistant.name,
              beta: (
                <button type="button" onClick={() => setShowsBeta(true)} className="inline-link">
                  {t('beta ({version})', { version: BETA_VERSION })}
                </button>
              ),
            })}
          </p>
        </div>
      </div>
      {showsBeta && (
        <Suspense>
          <BetaPopup onClose={() => setShowsBeta(false)} />
        </Suspense>
      )}
    </section>
  )
}
