import { t } from '#lib/messages.ts'
import type { RuleEntry } from '../contract.ts'

/** A link to a rule or a code. It opens in a new tab. */
export function RuleLink({ rule: { href, title, trail } }: { rule: RuleEntry }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener"
      title={`${trail} › ${title}`}
      className="touch-target inline-flex items-center text-lagoon hover:underline"
    >
      {title}
      <span className="sr-only"> {t('(opens in a new tab)')}</span>
    </a>
  )
}
