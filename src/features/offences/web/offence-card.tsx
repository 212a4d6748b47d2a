import { formatNumber, t } from '#lib/messages.ts'
import type { Offence } from '../contract.ts'

/** One offence: what it is, what is suggested for it, and whether it can be appealed. */
export function OffenceCard({ offence }: { offence: Offence }) {
  const { code, name, text, rule, ladder, earlierCounts, needsEvidence, appeal, category } = offence
  return (
    <article
      id={code}
      aria-label={`${code} ${name}`}
      className="scroll-mt-[calc(var(--header-height)+1rem)] rounded-md border border-haze bg-dusk px-4 py-3 text-sm target:border-lagoon"
    >
      <h4 className="flex flex-wrap items-baseline gap-x-3 font-semibold text-base text-paper">
        <a href={`#${code}`} className="inline-link tabular-nums">
          {code}
        </a>
        {name}
      </h4>
      <p className="mt-1 whitespace-pre-wrap break-words">{text}</p>
      {rule !== undefined && (
        <p className="mt-1">
          <a href={rule} className="inline-link">
            {t('Read the rule')}
          </a>
        </p>
      )}
      <ol className="mt-2 space-y-0.5 text-paper">
        {ladder.map((rung, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two steps may be the same
          <li key={index}>
            <span className="mr-2 text-paper-faint">{timeOf(index, ladder.length)}</span>
            {rungText(rung)}
          </li>
        ))}
      </ol>
      <ul className="mt-2 list-disc space-y-0.5 pl-4 text-paper-dim">
        {ladder.length > 1 && (
          <li>
            {earlierCounts === 'category'
              ? t('Every earlier action for “{category}” counts.', { category })
              : t('Every earlier action for this offence counts.')}
          </li>
        )}
        {needsEvidence && <li>{t('Evidence is needed.')}</li>}
        <li>{appealText(appeal)}</li>
      </ul>
    </article>
  )
}

function timeOf(index: number, steps: number): string {
  if (steps === 1) return t('Every time')
  const values = { number: formatNumber(index + 1) }
  return index === steps - 1 ? t('Time {number} and later', values) : t('Time {number}', values)
}

/** A step of a ladder in words. */
function rungText({ type, days, points }: Offence['ladder'][number]): string {
  const parts = [type]
  if (days !== undefined) parts.push(t({ one: '{count} day', other: '{count} days' }, { count: days }))
  if (points) parts.push(t({ one: '{count} point', other: '{count} points' }, { count: points }))
  return parts.join(' · ')
}

function appealText(appeal: Offence['appeal']): string {
  if (appeal !== undefined && 'never' in appeal) return t('It cannot be appealed: {why}', { why: appeal.never })
  const days = appeal?.fromDay ?? 0
  return days === 0
    ? t('It can be appealed at once.')
    : t(
        { one: 'It can be appealed after {count} day.', other: 'It can be appealed after {count} days.' },
        { count: days },
      )
}
