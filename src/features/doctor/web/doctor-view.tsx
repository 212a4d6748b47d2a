import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { formatMoment } from '#lib/dates.ts'
import { t } from '#lib/messages.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { ErrorNote } from '#ui/error-note.tsx'
import { announce, toast } from '#ui/live-region.tsx'
import { RefreshButton } from '#ui/refresh-button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useCopied } from '#web/use-copied.ts'
import type { Finding } from '../contract.ts'
import { useFindings } from './queries.ts'

/** The doctor's findings: problems with how to fix them, and below them what is in order. */
export function DoctorView() {
  const query = useFindings()
  const found = query.data?.data
  const wrong = found?.filter(({ ok }) => !ok) ?? []
  const doubtful = found?.filter(({ needsLook }) => needsLook) ?? []
  const right = found?.filter(({ ok, needsLook }) => ok && !needsLook) ?? []

  return (
    <div data-full-width="" className="mx-auto flex max-w-[120rem] flex-col gap-4 px-4 pt-2 pb-10 *:max-w-[60rem]">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h1 className="text-2xl">{t('Doctor')}</h1>
        <RefreshButton isBusy={query.isFetching} onRefresh={() => void query.refetch()} />
        <ButtonLink to="/rights" size="sm">
          {t('Who can do this')}
        </ButtonLink>
        <p role="status" className="text-paper-faint text-sm sm:ml-auto">
          {query.isFetching
            ? t('Looking…')
            : query.data && t('Looked at {time}', { time: formatMoment(query.data.lookedAt) })}
        </p>
      </header>
      {query.isError && (
        <ErrorNote
          message={t('The doctor could not check anything.')}
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isPending && <Skeleton label={t('Checking everything. This takes a few seconds…')} rows={12} />}
      {found !== undefined && (
        <>
          <section aria-labelledby="wrong">
            <h2 id="wrong" className="mb-2 text-lg">
              {wrong.length === 0
                ? doubtful.length === 0
                  ? t('Everything is in order')
                  : t('Nothing is wrong')
                : t({ one: '{count} thing is wrong', other: '{count} things are wrong' }, { count: wrong.length })}
            </h2>
            {wrong.length > 0 && <FixList findings={wrong} tone="danger" />}
          </section>
          {doubtful.length > 0 && (
            <section aria-labelledby="doubtful">
              <h2 id="doubtful" className="mb-2 text-lg">
                {t({ one: 'One thing needs a look', other: '{count} things need a look' }, { count: doubtful.length })}
              </h2>
              <FixList findings={doubtful} tone="warn" />
            </section>
          )}
          {right.length > 0 && <InOrder findings={right} />}
        </>
      )}
    </div>
  )
}

const TONES = {
  danger: { box: 'border-danger/40 bg-danger/8', icon: 'text-danger' },
  warn: { box: 'border-warn/40 bg-warn/8', icon: 'text-warn' },
}

/** Findings, each with what to do about it. */
function FixList({ findings, tone }: { findings: readonly Finding[]; tone: keyof typeof TONES }) {
  const { copiedKey, copy } = useCopied()
  const copyFix = (fix: string, key: string) =>
    copy(fix, key).then(
      () => announce(t('Copied')),
      () => toast(t('Your browser did not allow copying. Select the text and copy it.'), 'danger'),
    )

  return (
    <ul className="flex flex-col gap-2">
      {findings.map(({ what, title, fix, isEnglish }) => (
        <li key={what} className={`flex gap-3 rounded-md border px-4 py-3 ${TONES[tone].box}`}>
          <TriangleAlert aria-hidden="true" className={`mt-0.5 size-5 shrink-0 ${TONES[tone].icon}`} />
          <div className="flex min-w-0 flex-1 flex-wrap items-start gap-x-4 gap-y-2">
            <div className="min-w-0 flex-1 basis-72">
              <What text={what} title={title} lang={isEnglish && 'en'} />
              {fix !== null && <p className="wrap-anywhere mt-1 text-paper-dim text-sm">{fix}</p>}
            </div>
            {fix !== null && (
              <Button
                size="sm"
                aria-label={t('Copy how to fix: {what}', { what })}
                onClick={() => void copyFix(fix, what)}
                className="min-w-24"
              >
                {copiedKey === what ? (
                  t('✓ copied')
                ) : (
                  <>
                    <Copy aria-hidden="true" />
                    {t('Copy')}
                  </>
                )}
              </Button>
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}

/** What the doctor checked and found nothing wrong with. */
function InOrder({ findings }: { findings: readonly Finding[] }) {
  return (
    <section aria-labelledby="right">
      <h2 id="right" className="mb-2 text-lg">
        {t('In order')}
      </h2>
      <ul className="flex flex-col gap-1.5 rounded-md border border-haze bg-dusk px-4 py-3">
        {findings.map(({ what }) => (
          <li key={what} className="flex gap-2.5 text-paper-dim text-sm">
            <Check aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-ok" />
            <span className="wrap-anywhere min-w-0">{startingUpper(what)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The problem, and below it the places or names after the colon. There may be many of them. */
function What({ text, title, lang }: { text: string; title: string | undefined; lang: string | undefined }) {
  return (
    <>
      <p lang={lang} className="wrap-anywhere font-semibold text-paper">
        {startingUpper(title ?? text)}
      </p>
      {title !== undefined && (
        <p lang={lang} className="wrap-anywhere mt-0.5 text-paper text-sm">
          {text.slice(`${title}: `.length)}
        </p>
      )}
    </>
  )
}

/**
 * Capitalises the first letter. The doctor's lines begin in lower case because a mark precedes them in the terminal.
 * Files, addresses and settings stay as they are.
 */
function startingUpper(text: string): string {
  return /^[a-z]+(-[a-z]+)?('s)?(?=[ ,;]|: |$)/.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text
}
