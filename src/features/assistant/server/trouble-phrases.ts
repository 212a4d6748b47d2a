import { createPhrases, type Match, partsOf, vocabularyOf } from './phrases.ts'
import type { MessageWord } from './spelling.ts'
import type { Reply, Trouble } from './trouble-file.ts'

/**
 * How many words after a phrase an exception may begin, and how many words into a sentence it counts as its opening.
 */
const NEAR = 3
const OPENING = 2

type Role = 'said' | 'unless' | 'realLife' | 'story'

/** A part of a phrase, which may be anywhere in a message. */
interface Part {
  text: string
  role: Role
  reply: Reply | null
  /** All parts of the same phrase. */
  all: readonly Part[]
}

/** What the phrases found in a message. */
export interface PhraseMatches {
  /** The reply that a phrase leads to. At least one part of the phrase must end at or after the word `from`. */
  reply(from?: number): Reply | null
  /** Whether the message is about a character and not about real life. */
  isStory: boolean
}

export interface TroublePhrases {
  /** All words of the phrases. */
  vocabulary: ReadonlySet<string>
  matchMessage(message: readonly MessageWord[]): PhraseMatches
}

/** Finds the phrases of `assistant.yaml` in messages. */
export function createTroublePhrases({ fillers, lists, realLife, story, replies }: Trouble): TroublePhrases {
  const parts: Part[] = []
  function add(role: Role, reply: Reply | null, phrases: readonly string[]): void {
    for (const phrase of phrases) {
      const all: Part[] = []
      for (const text of partsOf(phrase)) all.push({ text, role, reply, all })
      parts.push(...all)
    }
  }
  add('realLife', null, realLife)
  add('story', null, story)
  for (const reply of replies) {
    add('said', reply, reply.said)
    add('unless', reply, reply.unless)
  }
  const find = createPhrases<Part>(
    parts.map((part) => [part.text, part]),
    lists,
    new Set(fillers),
  )

  function matchMessage(message: readonly MessageWord[]): PhraseMatches {
    const matches = find(message)
    const found = new Set(matches.map(({ phrase }) => phrase))
    const has = (role: Role) => matches.some(({ phrase }) => phrase.role === role)
    const isReal = has('realLife')
    const ofReply = (role: Role, reply: Reply) =>
      matches.filter(({ phrase }) => phrase.role === role && phrase.reply === reply)

    function isMeant(reply: Reply, from: number): boolean {
      const meant = ofReply('said', reply).filter(
        ({ phrase, end }) => end >= from && phrase.all.every((part) => found.has(part)),
      )
      const unless = meant.length === 0 || isReal ? [] : ofReply('unless', reply)
      return meant.some((match) => {
        const isAnywhere = reply.kind === 'calm' || match.phrase.all.length > 1
        return !unless.some((other) => isAnywhere || isAbout(message, match, other))
      })
    }
    return {
      reply: (from = 0) => replies.find((reply) => isMeant(reply, from)) ?? null,
      isStory: has('story') && !isReal,
    }
  }
  return {
    vocabulary: vocabularyOf([...parts.map(({ text }) => text), ...Object.values(lists).flat(), ...fillers]),
    matchMessage,
  }
}

/**
 * Whether one match refers to another: they overlap, the other follows soon after, or the other opens the same
 * sentence.
 */
function isAbout(message: readonly MessageWord[], { start, end }: Match<Part>, other: Match<Part>): boolean {
  if (other.start <= end && other.end >= start) return true
  const sentence = message[start]?.sentence
  if (message[other.start]?.sentence !== sentence) return false
  return other.start > end ? other.start - end <= NEAR + 1 : message[other.start - OPENING]?.sentence !== sentence
}
