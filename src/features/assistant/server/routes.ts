import { counted } from '#lib/text.ts'
import type { Changes } from '#server/changes.ts'
import { HttpError, tooMany } from '#server/http/http-error.ts'
import { inWords, type Limits, limitByAddress, visitorKey } from '#server/http/limits.ts'
import type { Serve } from '#server/http/serve.ts'
import type { Log } from '#server/log.ts'
import { chat, findRulebook, listRulebooks } from '../contract.ts'
import { type Passage, type Picture, passagesOf, type WrittenRulebook } from '../rules.ts'
import { answer } from './answer.ts'
import type { Model } from './gateway.ts'
import type { Glossary, OutsideTopic } from './glossary.ts'
import { createRetrieval, type Retrieval } from './retrieval.ts'
import { createWording } from './wording.ts'

/** How often the assistant may be asked. */
export interface ChatLimits {
  visitorMinute: number
  visitorDay: number
  /** Questions of everybody together that the model is paid for. After them the rules are quoted to everybody. */
  modelDay: number
}

const LIMITS: ChatLimits = { visitorMinute: 10, visitorDay: 150, modelDay: 2_000 }
const DAY = 86_400
/** Seconds until somebody whose question is being answered may ask again. */
const ONE_ANSWER = 3

export interface AssistantRoutesDeps {
  serve: Serve
  changes: Changes
  rulebooks: readonly WrittenRulebook[]
  glossary: Glossary
  /** What players ask that the rules do not answer. */
  outsideTopics: readonly OutsideTopic[]
  /** Groups of words that mean the same in the law book. */
  synonyms: readonly (readonly string[])[]
  /** The codes, read anew when they change. */
  codes: () => Promise<Passage[]>
  pictures: readonly Picture[]
  model: Model | null
  supportHref: string
  log: Log
  limits: Limits
  chatLimits?: Partial<ChatLimits>
}

export function assistantRoutes(deps: AssistantRoutesDeps): void {
  const { serve, changes, rulebooks } = deps
  serve.snapshot(listRulebooks, [], async () => ({ data: [...rulebooks] }))
  serve.records(findRulebook, new Map(rulebooks.map((rulebook) => [rulebook.slug, { data: rulebook }])))

  const rules = rulebooks.flatMap(passagesOf)
  // Made with the first question: most starts need none of it at once.
  let kept: Promise<Retrieval> | null = null
  changes.on((topic) => {
    if (topic === 'ten-codes' || topic === 'penal-codes') kept = null
  })
  const retrieval = (): Promise<Retrieval> => {
    if (kept !== null) return kept
    const making = deps.codes().then((codes) => {
      // A word that is gone from the codes is no longer one that is rightly spelt.
      const wording = createWording(deps.glossary, deps.synonyms)
      return createRetrieval([...rules, ...codes], deps.outsideTopics, wording)
    })
    making.catch(() => {
      if (kept === making) kept = null
    })
    kept = making
    return making
  }

  const most = { ...LIMITS, ...deps.chatLimits }
  const limitMinute = limitByAddress(
    deps.limits,
    'chat-minute',
    most.visitorMinute,
    60,
    (wait) =>
      `You have asked ${counted(most.visitorMinute, 'question')} in a minute. Please wait ${wait} and ask again.`,
  )
  const limitDay = limitByAddress(
    deps.limits,
    'chat-day',
    most.visitorDay,
    DAY,
    (wait) =>
      `You have reached the limit of questions for one day. You can ask again in ${wait}. The rules are at /rules.`,
  )
  const limitModel = deps.limits('model-day', most.modelDay, DAY)
  const mayAskModel = () =>
    limitModel('site').then(
      () => true,
      (error: unknown) => {
        if (error instanceof HttpError) return false
        throw error
      },
    )
  /** Whose question is being answered: one at a time for each visitor. */
  const asking = new Set<string>()

  serve.call(chat)(async ({ body, request }) => {
    const visitor = visitorKey(request.ip)
    if (asking.has(visitor)) throw stillAnswering()
    asking.add(visitor)
    try {
      await limitMinute(request.ip)
      await limitDay(request.ip)
      return await answer({ ...deps, retrieval, mayAskModel }, body.chatMessages)
    } finally {
      asking.delete(visitor)
    }
  })
}

const stillAnswering = () =>
  tooMany(ONE_ANSWER, `Your last question is still being answered. Please wait ${inWords(ONE_ANSWER)} and ask again.`)
