import { existsSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { headingOf, passagesOf } from '#features/assistant/rules.ts'
import { findProblem } from '#features/assistant/server/claim-check.ts'
import type { Statement } from '#features/assistant/server/claim-judge.ts'
import { findQuote } from '#features/assistant/server/claims.ts'
import { readOutsideTopics } from '#features/assistant/server/glossary.ts'
import { readRulebooks } from '#features/assistant/server/rulebooks.ts'
import { createTrouble } from '#features/assistant/server/trouble.ts'
import { readTrouble } from '#features/assistant/server/trouble-file.ts'
import { readYaml } from '#server/config/yaml.ts'
import { root } from '#server/paths.ts'

/*
 * Two lists that measure the checks: messages of people in trouble with similar harmless ones, and false claims with
 * fair ones. Their author had not seen the checks. `tune` was held out once; the checks are now developed with it.
 * `held-out`, where it exists, must not be used for development.
 */
const community = join(root, 'community')
export type Part = 'tune' | 'held-out'
const fileOf = (name: string, part: Part) => join(root, `bench/assistant/${name}-${part}.yaml`)

/** Whether lists of this part exist. */
export const hasChecks = (part: Part): boolean => ['trouble', 'claims'].every((name) => existsSync(fileOf(name, part)))

const Messages = z.strictObject({
  trouble: z.array(z.strictObject({ kind: z.string(), says: z.string() })),
  harmless: z.array(z.string()),
})

/** By kind, how many messages of people in trouble get help or a calm reply, and how many harmless messages do. */
export async function measureTrouble(part: Part) {
  const { trouble, harmless } = readYaml(fileOf('trouble', part), Messages)
  const check = createTrouble(readTrouble(community), {
    supportHref: 'https://support.example',
    rulebooks: readRulebooks(community),
    outsideTopics: readOutsideTopics(community),
  })
  const isCaught = async (content: string) => (await check([{ type: 'user', content }])) !== null
  const caughtOf = async (texts: readonly string[]) => {
    const caught = await Promise.all(texts.map(isCaught))
    return { count: texts.length, caught: caught.filter(Boolean).length }
  }
  const kinds = [...new Set(trouble.map(({ kind }) => kind))]
  return {
    kinds: await Promise.all(
      kinds.map(async (kind) => {
        const said = trouble.filter((message) => message.kind === kind).map(({ says }) => says)
        return { kind, ...(await caughtOf(said)) }
      }),
    ),
    harmless: await caughtOf(harmless),
  }
}

const Claim = z.strictObject({ rule: z.string(), claim: z.string(), quote: z.string(), why: z.string().optional() })

/** Decides which of these statements are shown. */
export type Judge = (statements: readonly Statement[]) => Promise<boolean[]>
/** The number of statements per call. An answer has no more. */
const AT_ONCE = 4

/**
 * Counts and lists the false and the fair claims that are shown: by the comparison of words only, or also by the judge.
 */
export async function measureClaims(part: Part, judge: Judge = async (them) => them.map(() => true)) {
  const claims = readYaml(fileOf('claims', part), z.strictObject({ false: z.array(Claim), fair: z.array(Claim) }))
  const passages = readRulebooks(community).flatMap(passagesOf)
  const statementsOf = ({ rule, claim, quote }: z.infer<typeof Claim>): Statement[] => {
    const [slug = '', title = ''] = rule.split('#')
    const passage = passages.find((one) => one.href.startsWith(`/rules/${slug}#`) && one.title === title)
    if (passage === undefined) throw new Error(`there is no rule ${rule}`)
    const found = findQuote(passage.text, quote)
    const statement = { text: claim, quote: found ?? '', heading: headingOf(passage) }
    return found === null || findProblem(claim, found, statement.heading) !== null ? [] : [statement]
  }
  const shownOf = async (list: readonly z.infer<typeof Claim>[]) => {
    const left = list.flatMap(statementsOf)
    const shown: string[] = []
    for (let at = 0; at < left.length; at += AT_ONCE) {
      const some = left.slice(at, at + AT_ONCE)
      const isShown = await judge(some)
      shown.push(...some.flatMap(({ text }, place) => (isShown[place] === true ? text : [])))
    }
    return { count: list.length, shown }
  }
  return { wrong: await shownOf(claims.false), fair: await shownOf(claims.fair) }
}
