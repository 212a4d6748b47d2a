import { join } from 'node:path'
import * as z from 'zod'
import { passagesOf } from '#features/assistant/rules.ts'
import { problemOf } from '#features/assistant/server/claim-check.ts'
import { quoteIn } from '#features/assistant/server/claims.ts'
import { readOutsideTopics } from '#features/assistant/server/glossary.ts'
import { readRulebooks } from '#features/assistant/server/rulebooks.ts'
import { createTrouble } from '#features/assistant/server/trouble.ts'
import { readTrouble } from '#features/assistant/server/trouble-file.ts'
import { readYaml } from '#server/config/yaml.ts'
import { root } from '#server/paths.ts'

/*
 * What is kept apart of two lists whose other halves the checks were made with: messages of people in trouble with
 * harmless ones that look alike, and false answers with fair ones. Somebody who had not seen the checks wrote both.
 */
const community = join(root, 'community')
const fileOf = (name: string) => join(root, `bench/assistant/${name}-held-out.yaml`)

const Messages = z.strictObject({
  trouble: z.array(z.strictObject({ kind: z.string(), says: z.string() })),
  harmless: z.array(z.string()),
})

/** How many messages of people in trouble get help or a calm sentence, by kind, and how many harmless ones do. */
export async function measureTrouble() {
  const { trouble, harmless } = readYaml(fileOf('trouble'), Messages)
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

/** How many false and fair claims of a model are shown. */
export function measureClaims() {
  const claims = readYaml(fileOf('claims'), z.strictObject({ false: z.array(Claim), fair: z.array(Claim) }))
  const passages = readRulebooks(community).flatMap(passagesOf)
  const isShown = ({ rule, claim, quote }: z.infer<typeof Claim>) => {
    const [slug = '', title = ''] = rule.split('#')
    const passage = passages.find((one) => one.href.startsWith(`/rules/${slug}#`) && one.title === title)
    if (passage === undefined) throw new Error(`there is no rule ${rule}`)
    const found = quoteIn(passage.text, quote)
    return found !== null && problemOf(claim, found, `${passage.trail} › ${passage.title}`) === null
  }
  const shownOf = (list: readonly z.infer<typeof Claim>[]) => ({
    count: list.length,
    shown: list.filter(isShown).length,
  })
  return { wrong: shownOf(claims.false), fair: shownOf(claims.fair) }
}
