import { type Announcements, webhooksIn } from '#features/announcements/rules.ts'
import type { Offence } from '#features/offences/contract.ts'
import type { SupporterRoles } from '#features/supporters/contract.ts'
import { countNamed } from '#features/supporters/rules.ts'
import { msg, type Translator } from '#lib/messages.ts'
import { withValues } from '#lib/sentence.ts'
import type { Environment } from '#server/config/environment.ts'
import { bad, type Finding, good } from '#server/finding.ts'
import { missingRules } from './linked-rules.ts'

/** Finds links to the addresses that the demo community came with. They lead nowhere. */
export function checkLinks(links: Readonly<Record<string, string | undefined>>, isDemo: boolean): Finding {
  const left = Object.entries(links).filter(([, href]) => href !== undefined && /\.example(\/|$|:)/.test(href))
  if (left.length === 0) return good(msg('no link of the community is a placeholder'))
  const names = left.map(([name]) => name).join(', ')
  if (isDemo) {
    const links = ({ t }: Translator) => t({ one: '{count} link', other: '{count} links' }, { count: left.length })
    return good(withValues('placeholders of the demo: {links}', { links }))
  }
  return bad(
    withValues('links that are still placeholders: {names}', { names }),
    msg('Write your own addresses into site.yaml.'),
  )
}

/** Matches addresses and Discord IDs of the shipped community. */
const PLACEHOLDER = /(?<![\w@.-])[\w@.-]+\.example\b|\b(?:20000000000000|31000000000000)\d{4}\b/g

/** Finds placeholders of the shipped community in a file, line by line. Comments are skipped. */
export function placeholdersIn(text: string): { line: number; what: string }[] {
  return text.split('\n').flatMap((words, index) => {
    if (/^\s*#/.test(words)) return []
    return [...words.matchAll(PLACEHOLDER)].map(([what]) => ({ line: index + 1, what }))
  })
}

/** Finds every placeholder in the community's files, except the links of site.yaml, which `checkLinks` reports. */
export function checkPlaceholders(
  files: readonly { name: string; text: string }[],
  isDemo: boolean,
  /** Ids in site.yaml that have no effect because settings override them. */
  unused: ReadonlySet<string> = new Set(),
): Finding[] {
  const left = files
    .map(({ name, text }) => ({
      name,
      found: placeholdersIn(text).filter(
        ({ what }) => name !== 'site.yaml' || !(what.endsWith('.example') || unused.has(what)),
      ),
    }))
    .filter(({ found }) => found.length > 0)
  const count = left.reduce((sum, { found }) => sum + found.length, 0)
  if (isDemo)
    return count === 0 ? [] : [good(withValues('placeholders of the demo in other places: {count}', { count }))]
  return left.map(({ name, found }) => {
    const where = ({ t }: Translator) =>
      found.map(({ line, what }) => t('line {line} {what}', { line, what })).join(', ')
    const count = ({ t }: Translator) =>
      t({ one: '{count} placeholder', other: '{count} placeholders' }, { count: found.length })
    return bad(
      withValues('{name} still has {count}: {where}', { name, count, where }),
      name === 'quick-links.yaml'
        ? msg(
            'Write your own, or delete the file before the first start. On a site that has started the links are changed at /es.',
          )
        : withValues('Write your own addresses and ids into {name}.', { name }),
    )
  })
}

/** Finds placeholders among the quick links that the site imported from the shipped file at its first start. */
export function checkQuickLinks(links: readonly { title: string; href: string | null }[], isDemo: boolean): Finding[] {
  const left = links.filter(({ href }) => href !== null && placeholdersIn(href).length > 0)
  if (left.length === 0 || isDemo) return []
  const titles = left.map(({ title }) => title).join(', ')
  return [
    bad(
      withValues('quick links of the site that are still placeholders: {titles}', { titles }),
      msg('Change or remove them at /es.'),
    ),
  ]
}

/**
 * Reports names of webhooks that stand only in the settings or only in announcements.yaml. Without this check nothing
 * would say so.
 */
export function checkChannels(announcements: Announcements, webhooks: Environment['webhooks']): Finding[] {
  const named = webhooksIn(announcements)
  const unset = named.filter((name) => !(name in webhooks))
  const unnamed = Object.keys(webhooks).filter((name) => !named.includes(name))
  const silent = Object.entries(announcements).filter(([, chosen]) => chosen && unset.includes(chosen.webhook))
  return [
    ...(silent.length === 0
      ? []
      : [
          good(
            withValues('not announced, because {channels} is not set: {events}', {
              channels: unset.join(', '),
              events: silent.map(([event]) => event).join(', '),
            }),
          ),
        ]),
    ...unnamed.map((name) =>
      bad(
        withValues('{name} is set, but announcements.yaml does not use it', { name }),
        msg('Add it there, or fix the spelling.'),
      ),
    ),
  ]
}

/** Finds offences that link to a rule that does not exist. Actions and appeals could not keep the text of that rule. */
export function checkOffenceLinks(
  offences: readonly Pick<Offence, 'code' | 'rule'>[],
  deps: Parameters<typeof missingRules>[1],
): Finding[] {
  const missing = missingRules(
    offences.flatMap(({ rule }) => rule ?? []),
    deps,
  )
  return offences.flatMap(({ code, rule }) =>
    rule === undefined || !missing.includes(rule)
      ? []
      : bad(
          withValues('offences.yaml: {code} links to {address}, but the site has no rule there', {
            code,
            address: rule,
          }),
          msg('Open the rule on the site and copy its address into offences.yaml.'),
        ),
  )
}

/** Checks that the supporters page can show somebody. Only a bot can list who has a supporter's role. */
export function checkSupporters(content: SupporterRoles, hasBot: boolean): Finding[] {
  const named = countNamed(content)
  const people = ({ t }: Translator) => t({ one: '{count} person', other: '{count} people' }, { count: named })
  if (content.tiers.length === 0) return []
  if (hasBot) {
    const description = withValues(
      'supporters.yaml names {people}, but they are not shown: the bot lists the people with the roles',
      {
        people,
      },
    )
    return named === 0 ? [] : [good(description)]
  }
  if (named > 0) {
    const byId = content.tiers.flatMap((tier) => tier.people ?? []).filter(({ name }) => name === null).length
    return [
      good(
        byId === 0
          ? withValues('no bot: the supporters page shows the {people} from supporters.yaml', { people })
          : withValues(
              'no bot: the supporters page shows the {people} from supporters.yaml; {byId} of them have only an id there and appear once they have signed in',
              { people, byId },
            ),
      ),
    ]
  }
  return [
    bad(
      msg(
        'the supporters page is empty and not in the navigation: without a bot the site cannot list the people with the roles',
      ),
      msg(
        'Add a bot and set DISCORD_BOT_TOKEN, or name the people in supporters.yaml, or delete that file to remove the page.',
      ),
    ),
  ]
}
