import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { currentLanguage, msg, type PlainMessage, t } from '#lib/messages.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { STEPS, type Step } from './steps.ts'

export const TITLES: Record<Step | 'finish', PlainMessage> = {
  address: msg('Address'),
  application: msg('Discord application'),
  server: msg('Discord server'),
  rights: msg('Roles and owners'),
  game: msg('Game server'),
  finish: msg('Check and start'),
}
/** Short titles, so that all steps fit in one line. */
const SHORT_TITLES: Record<Step | 'finish', PlainMessage> = {
  address: msg('Address'),
  application: msg('Application'),
  server: msg('Server'),
  rights: msg('Roles'),
  game: msg('Game server'),
  finish: msg('Start'),
}
const ALL = [...STEPS, 'finish'] as const

/** What a page of the set-up shows besides its own fields. */
export interface PageContext {
  /** The HTML tags of the stylesheets. */
  tags: string
  /** Whether the connection is unencrypted, so that others could read what is entered. */
  isUnencrypted: boolean
  /** A problem that belongs to no single field. */
  failure?: string | undefined
  /** A note from the previous step. */
  note?: string | undefined
}

/** A whole document without any loaded script: it works before the site has its final address. */
export function documentOf({ tags }: PageContext, title: string, body: ReactNode, script = ''): string {
  const main = renderToStaticMarkup(body)
  return `<!doctype html><html lang="${currentLanguage()}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="dark"><meta name="robots" content="noindex"><title>${title} · ${t('Set-up')}</title>${tags}</head><body>${main}${script}</body></html>`
}

export function Frame({
  title,
  children,
  wide = false,
  ...context
}: PageContext & { title: string; wide?: boolean; children: ReactNode }) {
  return (
    <main className={`mx-auto px-4 py-8 sm:py-12 ${wide ? 'max-w-4xl' : 'max-w-2xl'}`}>
      <p className="font-bold font-sign text-amber text-sm">{t('Set-up')}</p>
      <h1 id="title" className="mt-1 text-3xl">
        {title}
      </h1>
      {context.isUnencrypted && (
        <Note>
          {t(
            'This page is not encrypted: others on the network could read the code and the secrets that you enter. Open it at an https address, or through an SSH tunnel on localhost.',
          )}
        </Note>
      )}
      {context.note !== undefined && <Note>{context.note}</Note>}
      {context.failure !== undefined && (
        <p role="alert" className="mt-5 rounded-md border border-danger/40 bg-danger/8 px-4 py-3 text-paper">
          {context.failure}
        </p>
      )}
      {children}
    </main>
  )
}

/** The page that asks for the code from the log. */
export function codePage(context: PageContext & { error?: string }): string {
  return documentOf(
    context,
    t('Code'),
    <Frame {...context} title={t('Set up your site')}>
      <p className="mt-4 text-paper-dim">
        {t(
          'It takes about ten minutes. You need a Discord account that may manage your server, and the log of this program.',
        )}
      </p>
      <form method="post" action="/setup/code" className="mt-6 flex flex-col gap-5">
        <TextField
          label={t('Code')}
          name="code"
          hint={t('It is in the log of this program, where you started it.')}
          error={context.error}
          required
          autoFocus
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          placeholder="ABCDE-FGHJK-LMNPQ-RSTUV"
          className="font-sign tracking-wider"
        />
        <div>
          <Button type="submit" look="primary">
            {t('Begin')}
          </Button>
        </div>
      </form>
    </Frame>,
  )
}

/** The page of one step. */
export function stepPage(
  step: Step,
  context: PageContext & { intro: ReactNode; fields: ReactNode; canGoOn?: boolean },
): string {
  const { intro, fields, canGoOn = true } = context
  return documentOf(
    context,
    t(TITLES[step]),
    <Frame {...context} title={t(TITLES[step])} wide={step === 'rights'}>
      <Progress current={step} />
      <div className="mt-5 flex flex-col gap-2 text-paper-dim">{intro}</div>
      <form method="post" action={`/setup/${step}`} noValidate className="mt-6 flex flex-col gap-5">
        {fields}
        <Buttons back={before(step)}>
          {canGoOn && (
            <Button type="submit" look="primary">
              {t('Continue')}
            </Button>
          )}
        </Buttons>
      </form>
    </Frame>,
  )
}

const before = (step: Step): Step | null => STEPS[STEPS.indexOf(step) - 1] ?? null

export function Buttons({ back, children }: { back: Step | null; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      {children}
      {back !== null && (
        <a
          href={`/setup/${back}`}
          className="touch-target inline-flex h-10 items-center rounded-md px-4 font-bold font-sign text-paper-dim hover:bg-paper/8 hover:text-paper"
        >
          {t('Back')}
        </a>
      )}
    </div>
  )
}

export function Progress({ current }: { current: Step | 'finish' }) {
  const at = ALL.indexOf(current)
  return (
    <nav aria-label={t('Steps')} className="mt-5">
      <p className="text-paper-faint text-sm sm:hidden">
        {t('Step {step} of {total}', { step: at + 1, total: ALL.length })}
      </p>
      <ol className="mt-2 flex gap-1.5">
        {ALL.map((step, index) => (
          <li
            key={step}
            aria-current={index === at ? 'step' : undefined}
            className={`min-w-0 flex-1 border-t-4 pt-1.5 ${index <= at ? 'border-sunset' : 'border-haze'}`}
          >
            <span className={`text-xs max-sm:sr-only ${index === at ? 'font-bold text-paper' : 'text-paper-faint'}`}>
              {t(SHORT_TITLES[step])}
            </span>
          </li>
        ))}
      </ol>
    </nav>
  )
}

function Note({ children }: { children: ReactNode }) {
  return (
    <p
      role="status"
      className="wrap-anywhere mt-5 rounded-md border border-warn/40 bg-warn/8 px-4 py-3 text-paper text-sm"
    >
      {children}
    </p>
  )
}
