import { Fragment } from 'react'
import { t } from '#lib/messages.ts'
import { copyPermalink } from '#ui/copy-permalink.ts'
import type { Block, Rule } from '../contract.ts'

interface RuleTextProps {
  rule: Rule
  /** The link of the heading. Null: the heading is no link. */
  href?: string | null
  /** Whether to highlight this rule as the one that was asked for. */
  isMarked?: boolean
}

/** A rule under its heading, which links to the rule. */
export function RuleText({ rule, href = `#${rule.anchor}`, isMarked = false }: RuleTextProps) {
  return (
    <section aria-labelledby={rule.anchor} className="group mt-9">
      <h3
        id={rule.anchor}
        className={`-mx-3 rounded-md px-3 py-1 text-xl leading-snug target:bg-amber/12 target:text-amber ${isMarked ? 'bg-amber/12 text-amber!' : ''}`}
      >
        {rule.title}
        {href !== null && (
          <a
            href={href}
            aria-label={t('Link to rule {title}', { title: rule.title })}
            title={t('Copy link')}
            data-name={rule.title}
            onClick={copyPermalink}
            className="ml-2 rounded-sm px-1 font-normal text-lagoon no-underline opacity-0 transition-opacity hover:underline focus-visible:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-60"
          >
            #
          </a>
        )}
      </h3>
      {rule.blocks.map((block, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a rule never change
        <BlockText key={at} block={block} />
      ))}
    </section>
  )
}

function BlockText({ block }: { block: Block }) {
  if (block.kind === 'paragraph') {
    return (
      <p className="mt-2.5 text-pretty">
        <Line text={block.text} />
      </p>
    )
  }
  return (
    <ul className="mt-3 list-disc space-y-1 pl-6 marker:text-sunset">
      {block.items.map((item) => (
        <li key={item}>
          <Line text={item} />
        </li>
      ))}
    </ul>
  )
}

/** Text between backticks is code. Everything else is plain text. */
function Line({ text }: { text: string }) {
  return text.split('`').map((part, at) =>
    at % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a line never change
      <code key={at} className="rounded-sm bg-haze/70 px-1.5 py-0.5 text-[0.9em] text-amber">
        {part}
      </code>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a line never change
      <Fragment key={at}>{part}</Fragment>
    ),
  )
}
