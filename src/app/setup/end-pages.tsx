import { t } from '#lib/messages.ts'
import { Button } from '#ui/button.tsx'
import { Buttons, documentOf, Frame, type PageContext, Progress, TITLES } from './setup-page.tsx'

/** The page that shows what was entered before it is written. */
export function finishPage(
  context: PageContext & { rows: readonly { name: string; value: string }[]; problems: readonly string[] },
) {
  const { rows, problems } = context
  return documentOf(
    context,
    t(TITLES.finish),
    <Frame {...context} title={t(TITLES.finish)}>
      <Progress current="finish" />
      {problems.length > 0 && (
        <div role="alert" className="mt-5 rounded-md border border-danger/40 bg-danger/8 px-4 py-3 text-paper">
          <p>{t('The site cannot start with these settings:')}</p>
          <ul className="mt-1 list-disc pl-5 text-sm">
            {problems.map((problem) => (
              <li key={problem} lang="en" className="wrap-anywhere">
                {problem}
              </li>
            ))}
          </ul>
        </div>
      )}
      <dl className="mt-6 flex flex-col rounded-md border border-haze bg-dusk px-4">
        {rows.map(({ name, value }) => (
          <div
            key={name}
            className="grid items-baseline gap-x-4 border-haze/65 border-b py-2.5 last:border-b-0 sm:grid-cols-[10rem_1fr]"
          >
            <dt className="text-paper-faint text-sm">{name}</dt>
            <dd className="wrap-anywhere min-w-0 text-paper">{value}</dd>
          </div>
        ))}
      </dl>
      <form method="post" action="/setup/finish" className="mt-6">
        <Buttons back="game">
          {problems.length === 0 && (
            <Button type="submit" look="primary">
              {t('Start the site')}
            </Button>
          )}
        </Buttons>
      </form>
    </Frame>,
  )
}

/**
 * The last page of the set-up: after it, this program starts the site. A script on the page waits until the site
 * answers.
 */
export function startingPage(context: PageContext & { publicUrl: string; file: string }): string {
  const href = `${context.publicUrl}/auth/discord?returnTo=%2Fdoctor`
  return documentOf(
    context,
    t('Starting'),
    <Frame {...context} title={t('Your site is starting')}>
      <p
        id="waiting"
        role="status"
        data-title={t('Your site is ready')}
        data-ready={t('Sign in: you are an owner, and the doctor tells you what is left to do.')}
        className="mt-4 text-paper-dim"
      >
        {t('This takes a few seconds. Then sign in: you are an owner, and the doctor tells you what is left to do.')}
      </p>
      <p id="open" className="mt-6">
        <a
          href={href}
          className="touch-target inline-flex h-12 items-center rounded-md bg-sunset px-6 font-bold font-sign text-night hover:bg-amber"
        >
          {t('Sign in with Discord')}
        </a>
      </p>
      <p className="wrap-anywhere mt-6 text-paper-faint text-sm">
        {t(
          'The settings are in {file}. Only the user that runs this program can read them. Environment variables override them. The set-up is finished, and its code no longer works.',
          { file: context.file },
        )}
      </p>
    </Frame>,
    `<script>${WAIT_SCRIPT}</script>`,
  )
}

/**
 * Opens the link once the site answers. The script is inline because the server could not serve a file while the site
 * starts.
 */
export const WAIT_SCRIPT = `const [title, said, open] = ['title', 'waiting', 'open'].map((id) => document.getElementById(id))
open.hidden = true
const look = async () => {
  const answer = await fetch('/api/auth/check', { cache: 'no-store' }).catch(() => null)
  if (!answer?.ok || !answer.headers.get('content-type')?.startsWith('application/json')) return setTimeout(look, 1000)
  title.textContent = said.dataset.title
  said.textContent = said.dataset.ready
  open.hidden = false
}
setTimeout(look, 1000)
`
