import { ENGLISH, type Speech } from '#lib/messages.ts'
import { letOthers } from '#server/slices.ts'
import type { ChatMessage, ChatReply } from '../contract.ts'
import { passagesOf, type WrittenRulebook } from '../rules.ts'
import type { OutsideTopic } from './glossary.ts'
import { type Example, learnLikeness } from './likeness.ts'
import { createSpelling, type SaidWord } from './spelling.ts'
import type { Reply, Trouble } from './trouble-file.ts'
import { createTroublePhrases, type TroublePhrases } from './trouble-phrases.ts'

/** A longer message is taken to start a new topic. In characters. */
const SHORT = 200
/** How many earlier messages are checked for trouble. */
const LOOKED_BACK = 6

/**
 * The highest probability of being harmless with which a message still gets help or a calm reply. In doubt the
 * assistant helps, but it does not tell a user who only asks to stay friendly.
 */
const MAYBE_HARMLESS = { help: 0.65, calm: 0.5 }
/** The weight of an example of trouble. Harmless texts are more numerous and weigh 1. */
const WEIGHT = 3
/** The length of the letter sequences by which similar words are compared. */
const LETTERS = 4

export interface TroubleDeps {
  supportHref: string
  /** The phrases that ask for these rules are harmless examples. */
  rulebooks: readonly WrittenRulebook[]
  outsideTopics: readonly OutsideTopic[]
}

/** The reply to a conversation when it needs help or a calm reply, otherwise null. */
export type CheckTrouble = (messages: readonly ChatMessage[], speech?: Speech) => Promise<ChatReply | null>

/**
 * Decides whether a conversation gets help or a calm reply instead of rules. It reads the last message, the last
 * message joined with those before it, and earlier messages that the last one merely continues. The classifier is
 * trained on the first call.
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

/** Reads a message by phrases and by examples. */
interface Reader {
  read(text: string): SaidWord[]
  replyTo(said: readonly SaidWord[]): Reply | null
  /** The reply by phrases only. At least one part of the phrase must end at or after the word `from`. */
  replyToEnd(said: readonly SaidWord[], from: number): Reply | null
  /** Whether the message adds nothing new: "please", "what do i do". */
  onlyGoesOn(said: readonly SaidWord[]): boolean
}

async function createReader(file: Trouble, { rulebooks, outsideTopics }: TroubleDeps): Promise<Reader> {
  const { replies, harmless } = file
  const goesOn = new Set([...file.goesOn, ...file.fillers])
  const phrases = createTroublePhrases(file)
  const alike = new Map(Object.entries(file.alike).flatMap(([name, words]) => words.map((word) => [word, `<${name}>`])))
  const asked = [...rulebooks.flatMap(passagesOf), ...outsideTopics].map((subject) => subject.asked ?? [])
  // Examples of users in trouble are left out here, because they contain more typing errors.
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
    // A message that shares no word with the examples is nonsense or another language. Its letter sequences alone prove
    // nothing.
    if (!wordsOf(said).some((word) => words.has(word))) return null
    const likely = likeness(signsOf(said, alike))
    const shareOf = (reply: Reply) => likely.get(reply) ?? 0
    const [best] = [...replies].sort((one, other) => shareOf(other) - shareOf(one))
    if (best === undefined || (likely.get(null) ?? 1) > MAYBE_HARMLESS[best.kind]) return null
    if (best.kind === 'help') return best
    // A message is not abusive because of a corrected typing error.
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
  /** The words that occur in an example. `examplesOf` fills the set. */
  words: Set<string>
  alike: ReadonlyMap<string, string>
}

/** The example messages with their replies, null for harmless ones. `asked` holds the phrases of each rule or topic. */
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
    // If one phrase of a rule or topic would get help, none of its phrases counts as harmless.
    if (said.some((one) => phrases.hear(one).reply()?.kind === 'help')) continue
    for (const one of said) yield example(one, null)
  }
}

/** The reply to a user's messages, the last message last. */
function decide({ read, replyTo, replyToEnd, onlyGoesOn }: Reader, texts: readonly string[]): Reply | null {
  const said = read(texts.at(-1) ?? '')
  const now = replyTo(said)
  if (now?.kind === 'help') return now
  /** The messages from here on, and whether they all merely continue what was said before. */
  let following = said
  let goesOn = onlyGoesOn(said) || now?.kind === 'calm'
  for (const text of texts.slice(-LOOKED_BACK, -1).reverse()) {
    const earlier = read(text)
    const together = [...earlier, ...following]
    // The new message may complete the previous one: "i want to", "die".
    const reply = goesOn ? (replyTo(earlier) ?? replyTo(together)) : replyToEnd(together, earlier.length)
    if (reply?.kind === 'help') return reply
    goesOn &&= text.length <= SHORT && onlyGoesOn(earlier)
    if (!goesOn) break
    following = together
  }
  return now
}

const wordsOf = (said: readonly SaidWord[]) => said.flatMap(({ readings }) => readings[0] ?? [])

/** The features of a message: words, word pairs, groups of similar words, and letter sequences. */
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
