import { ENGLISH, type Translator } from '#lib/messages.ts'
import { yieldToEventLoop } from '#server/slices.ts'
import type { ChatMessage, ChatReply } from '../contract.ts'
import { passagesOf, type WrittenRulebook } from '../rules.ts'
import { type Example, trainClassifier } from './classifier.ts'
import type { OutsideTopic } from './glossary.ts'
import { createSpelling, type MessageWord } from './spelling.ts'
import type { Reply, Trouble } from './trouble-file.ts'
import { createTroublePhrases, type TroublePhrases } from './trouble-phrases.ts'

/** A longer message is taken to start a new topic. In characters. */
const MAX_CONTINUED_LENGTH = 200
/** How many earlier messages are checked for trouble. */
const MAX_EARLIER_MESSAGES = 6

/**
 * The highest probability of being harmless with which a message still gets help or a calm reply. In doubt the
 * assistant helps, but it does not tell a user who only asks to stay friendly.
 */
const MAYBE_HARMLESS = { help: 0.65, calm: 0.5 }
/** The weight of an example of trouble. Harmless texts are more numerous and weigh 1. */
const TROUBLE_WEIGHT = 3
/** The length of the letter sequences by which similar words are compared. */
const LETTER_SEQUENCE_LENGTH = 4

export interface TroubleDeps {
  supportHref: string
  /** The phrases that ask for these rules are harmless examples. */
  rulebooks: readonly WrittenRulebook[]
  outsideTopics: readonly OutsideTopic[]
}

/** The reply to a conversation when it needs help or a calm reply, otherwise null. */
export type CheckTrouble = (messages: readonly ChatMessage[], translator?: Translator) => Promise<ChatReply | null>

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
  read(text: string): MessageWord[]
  replyTo(message: readonly MessageWord[]): Reply | null
  /** The reply by phrases only. At least one part of the phrase must end at or after the word `from`. */
  replyToEnd(message: readonly MessageWord[], from: number): Reply | null
  /** Whether the message adds nothing new: "please", "what do i do". */
  isContinuation(message: readonly MessageWord[]): boolean
}

async function createReader(file: Trouble, { rulebooks, outsideTopics }: TroubleDeps): Promise<Reader> {
  const { replies, harmless } = file
  const continuationWords = new Set([...file.goesOn, ...file.fillers])
  const phrases = createTroublePhrases(file)
  const alike = new Map(Object.entries(file.alike).flatMap(([name, words]) => words.map((word) => [word, `<${name}>`])))
  const asked = [...rulebooks.flatMap(passagesOf), ...outsideTopics].map((subject) => subject.asked ?? [])
  // Examples of users in trouble are left out here, because they contain more typing errors.
  const spelled = new Set<string>()
  for (const text of [...asked.flat(), ...harmless]) {
    await yieldToEventLoop()
    for (const word of text.split(/[^\p{L}\p{M}\p{N}'’]+/u)) spelled.add(word)
  }
  const read = createSpelling([...phrases.vocabulary, ...alike.keys(), ...continuationWords], spelled)
  await yieldToEventLoop()
  const words = new Set<string>()
  const classify = await trainClassifier(examplesOf(file, asked, { read, phrases, words, alike }), (label) =>
    label === null ? 1 : TROUBLE_WEIGHT,
  )

  function byExamples(message: readonly MessageWord[]): Reply | null {
    // A message that shares no word with the examples is nonsense or another language. Its letter sequences alone prove
    // nothing.
    if (!firstReadings(message).some((word) => words.has(word))) return null
    const probabilities = classify(featuresOf(message, alike))
    const probabilityOf = (reply: Reply) => probabilities.get(reply) ?? 0
    const [best] = [...replies].sort((one, other) => probabilityOf(other) - probabilityOf(one))
    if (best === undefined || (probabilities.get(null) ?? 1) > MAYBE_HARMLESS[best.kind]) return null
    if (best.kind === 'help') return best
    // A message is not abusive because of a corrected typing error.
    const written = message.map((word) => ({ ...word, readings: [word.written] }))
    return (classify(featuresOf(written, alike)).get(null) ?? 1) > MAYBE_HARMLESS.calm ? null : best
  }
  return {
    read,
    replyTo(message) {
      const matches = phrases.matchMessage(message)
      const named = matches.reply()
      if (named?.kind === 'help') return named
      const like = matches.isStory ? null : byExamples(message)
      return like?.kind === 'help' ? like : (named ?? like)
    },
    replyToEnd: (message, from) => phrases.matchMessage(message).reply(from),
    isContinuation: (message) =>
      message.every(({ readings }) => readings.some((reading) => continuationWords.has(reading))),
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
  function example(message: readonly MessageWord[], label: Reply | null): Example<Reply | null> {
    for (const word of firstReadings(message)) words.add(word)
    return { features: featuresOf(message, alike), label }
  }
  for (const reply of replies) for (const text of examples.get(reply.about) ?? []) yield example(read(text), reply)
  for (const text of harmless) yield example(read(text), null)
  for (const subject of asked) {
    const messages: MessageWord[][] = []
    for (const text of subject) {
      await yieldToEventLoop()
      messages.push(read(text))
    }
    // If one phrase of a rule or topic would get help, none of its phrases counts as harmless.
    if (messages.some((one) => phrases.matchMessage(one).reply()?.kind === 'help')) continue
    for (const one of messages) yield example(one, null)
  }
}

/** The reply to a user's messages, the last message last. */
function decide({ read, replyTo, replyToEnd, isContinuation }: Reader, texts: readonly string[]): Reply | null {
  const message = read(texts.at(-1) ?? '')
  const now = replyTo(message)
  if (now?.kind === 'help') return now
  /** The messages from here on, and whether they all merely continue what was said before. */
  let following = message
  let isContinued = isContinuation(message) || now?.kind === 'calm'
  for (const text of texts.slice(-MAX_EARLIER_MESSAGES, -1).reverse()) {
    const earlier = read(text)
    const joined = [...earlier, ...following]
    // The new message may complete the previous one: "i want to", "die".
    const reply = isContinued ? (replyTo(earlier) ?? replyTo(joined)) : replyToEnd(joined, earlier.length)
    if (reply?.kind === 'help') return reply
    isContinued &&= text.length <= MAX_CONTINUED_LENGTH && isContinuation(earlier)
    if (!isContinued) break
    following = joined
  }
  return now
}

const firstReadings = (message: readonly MessageWord[]) => message.flatMap(({ readings }) => readings[0] ?? [])

/** The features of a message: words, word pairs, groups of similar words, and letter sequences. */
function featuresOf(message: readonly MessageWord[], alike: ReadonlyMap<string, string>): string[] {
  const words = firstReadings(message)
  const general = words.map((word) => alike.get(word) ?? word)
  const pairs = (all: readonly string[]) => all.slice(1).map((word, before) => `${all[before]} ${word}`)
  const letters = words.flatMap((word) => {
    const whole = `^${word}$`
    const count = word.length > LETTER_SEQUENCE_LENGTH ? whole.length - LETTER_SEQUENCE_LENGTH + 1 : 0
    return Array.from({ length: count }, (_, at) => `…${whole.slice(at, at + LETTER_SEQUENCE_LENGTH)}`)
  })
  const begins = [`^ ${words[0]}`, `^ ${words[0]} ${words[1]}`]
  return ['', ...begins, ...words, ...pairs(words), ...general, ...pairs(general), ...letters]
}
