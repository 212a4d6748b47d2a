import { ENGLISH, type Speech } from '#lib/messages.ts'
import { letOthers } from '#server/slices.ts'
import type { ChatMessage, ChatReply } from '../contract.ts'
import { passagesOf, type WrittenRulebook } from '../rules.ts'
import type { OutsideTopic } from './glossary.ts'
import { type Example, learnLikeness } from './likeness.ts'
import { createSpelling, type SaidWord } from './spelling.ts'
import type { Reply, Trouble } from './trouble-file.ts'
import { createTroublePhrases, type TroublePhrases } from './trouble-phrases.ts'

/** Longer messages are about something new. */
const SHORT = 200
/** How far back somebody may have said that they are in trouble. */
const LOOKED_BACK = 6

/**
 * How likely a message is harmless at most that gets help, or a calm sentence: who may be in trouble is helped in
 * doubt, and nobody who only asks is told to be friendly.
 */
const MAYBE_HARMLESS = { help: 0.65, calm: 0.5 }
/** An example counts as much as several harmless texts, of which there are more. */
const WEIGHT = 3
/** Letters in a row that words which are alike have in common. */
const LETTERS = 4

export interface TroubleDeps {
  supportHref: string
  /** What these are asked with is harmless. */
  rulebooks: readonly WrittenRulebook[]
  outsideTopics: readonly OutsideTopic[]
}

/** The reply to a conversation where that is help or a calm sentence, and `null` where it is a question like others. */
export type CheckTrouble = (messages: readonly ChatMessage[], speech?: Speech) => Promise<ChatReply | null>

/**
 * Decides whether a conversation gets help or a calm sentence instead of rules: by its last message, by the one before
 * together with it, or because it only goes on with what was said before. It learns with the first conversation.
 */
export function createTrouble(file: Trouble, deps: TroubleDeps): CheckTrouble {
  let made: ReturnType<typeof createReader> | null = null
  return async (messages, { t } = ENGLISH) => {
    made ??= createReader(file, deps)
    const reply = decide(
      await made,
      messages.flatMap((message) => (message.type === 'user' ? message.content : [])),
    )
    if (reply === null) return null
    const { text, kind, lines, staff } = reply
    const support = { title: t('Support portal'), href: deps.supportHref }
    return { text, kind, citations: staff ? [...lines, support] : lines }
  }
}

/** What a message says, by phrases and by examples. */
interface Reader {
  read(text: string): SaidWord[]
  replyTo(said: readonly SaidWord[]): Reply | null
  /** By phrases, of which at least a part stands from there on. */
  replyToEnd(said: readonly SaidWord[], from: number): Reply | null
  /** Whether nothing new is said: "please", "what do i do". */
  onlyGoesOn(said: readonly SaidWord[]): boolean
}

async function createReader(file: Trouble, { rulebooks, outsideTopics }: TroubleDeps): Promise<Reader> {
  const { replies, harmless } = file
  const goesOn = new Set([...file.goesOn, ...file.fillers])
  const phrases = createTroublePhrases(file)
  const alike = new Map(Object.entries(file.alike).flatMap(([name, words]) => words.map((word) => [word, `<${name}>`])))
  const asked = [...rulebooks.flatMap(passagesOf), ...outsideTopics].map((subject) => subject.asked ?? [])
  // Anyone who is in trouble makes more typing errors.
  const spelled = new Set<string>()
  for (const text of [...asked.flat(), ...harmless]) {
    await letOthers()
    for (const word of text.split(/[^\p{L}\p{M}\p{N}'’]+/u)) spelled.add(word)
  }
  const read = createSpelling([...phrases.vocabulary, ...alike.keys(), ...goesOn], spelled)
  await letOthers()
  const words = new Set<string>()
  const likeness = await learnLikeness(examplesOf(file, asked, { read, phrases, words, alike }), (label) =>
    label === null ? 1 : WEIGHT,
  )

  function byExamples(said: readonly SaidWord[]): Reply | null {
    // Letters alone are like any others: what has no word in common with the examples is nonsense, or another language.
    if (!wordsOf(said).some((word) => words.has(word))) return null
    const likely = likeness(signsOf(said, alike))
    const shareOf = (reply: Reply) => likely.get(reply) ?? 0
    const [best] = [...replies].sort((one, other) => shareOf(other) - shareOf(one))
    if (best === undefined || (likely.get(null) ?? 1) > MAYBE_HARMLESS[best.kind]) return null
    if (best.kind === 'help') return best
    // Nobody is abusive by a typing error that was put right.
    const written = said.map((word) => ({ ...word, readings: [word.written] }))
    return (likeness(signsOf(written, alike)).get(null) ?? 1) > MAYBE_HARMLESS.calm ? null : best
  }
  return {
    read,
    replyTo(said) {
      const heard = phrases.hear(said)
      const named = heard.reply()
      if (named?.kind === 'help') return named
      const like = heard.isStory ? null : byExamples(said)
      return like?.kind === 'help' ? like : (named ?? like)
    },
    replyToEnd: (said, from) => phrases.hear(said).reply(from),
    onlyGoesOn: (said) => said.every(({ readings }) => readings.some((reading) => goesOn.has(reading))),
  }
}

interface Reading {
  read: Reader['read']
  phrases: TroublePhrases
  /** Those that stand in an example: they are put in here. */
  words: Set<string>
  alike: ReadonlyMap<string, string>
}

/**
 * What people wrote with the reply to it, `null` where it is harmless. `asked` is by subject what rules are asked with.
 */
async function* examplesOf(
  { replies, examples, harmless }: Trouble,
  asked: readonly (readonly string[])[],
  { read, phrases, words, alike }: Reading,
): AsyncGenerator<Example<Reply | null>> {
  function example(said: readonly SaidWord[], label: Reply | null): Example<Reply | null> {
    for (const word of wordsOf(said)) words.add(word)
    return { signs: signsOf(said, alike), label }
  }
  for (const reply of replies) for (const text of examples.get(reply.about) ?? []) yield example(read(text), reply)
  for (const text of harmless) yield example(read(text), null)
  for (const subject of asked) {
    const said: SaidWord[][] = []
    for (const text of subject) {
      await letOthers()
      said.push(read(text))
    }
    // Of a subject that somebody in trouble asks about nothing is harmless.
    if (said.some((one) => phrases.hear(one).reply()?.kind === 'help')) continue
    for (const one of said) yield example(one, null)
  }
}

/** The reply to what somebody said, the last message last. */
function decide({ read, replyTo, replyToEnd, onlyGoesOn }: Reader, texts: readonly string[]): Reply | null {
  const said = read(texts.at(-1) ?? '')
  const now = replyTo(said)
  if (now?.kind === 'help') return now
  /** The messages from here on, and whether they only go on with what was said before them. */
  let following = said
  let goesOn = onlyGoesOn(said) || now?.kind === 'calm'
  for (const text of texts.slice(-LOOKED_BACK, -1).reverse()) {
    const earlier = read(text)
    const together = [...earlier, ...following]
    // What is new may also end what was begun: "i want to", "die".
    const reply = goesOn ? (replyTo(earlier) ?? replyTo(together)) : replyToEnd(together, earlier.length)
    if (reply?.kind === 'help') return reply
    goesOn &&= text.length <= SHORT && onlyGoesOn(earlier)
    if (!goesOn) break
    following = together
  }
  return now
}

const wordsOf = (said: readonly SaidWord[]) => said.flatMap(({ readings }) => readings[0] ?? [])

/** What a message shows to compare it by: its words, pairs of them, what they are alike, and letters in a row. */
function signsOf(said: readonly SaidWord[], alike: ReadonlyMap<string, string>): string[] {
  const words = wordsOf(said)
  const general = words.map((word) => alike.get(word) ?? word)
  const pairs = (all: readonly string[]) => all.slice(1).map((word, before) => `${all[before]} ${word}`)
  const letters = words.flatMap((word) => {
    const whole = `^${word}$`
    const count = word.length > LETTERS ? whole.length - LETTERS + 1 : 0
    return Array.from({ length: count }, (_, at) => `…${whole.slice(at, at + LETTERS)}`)
  })
  const begins = [`^ ${words[0]}`, `^ ${words[0]} ${words[1]}`]
  return ['', ...begins, ...words, ...pairs(words), ...general, ...pairs(general), ...letters]
}
