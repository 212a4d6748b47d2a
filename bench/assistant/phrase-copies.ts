import { readGlossary, readOutsideTopics } from '#features/assistant/server/glossary.ts'
import { createWording, termsOf, wordsOf } from '#features/assistant/server/wording.ts'
import { community, index, type QuestionSet, questionsIn, SETS } from './question-sets.ts'

/** Shorter phrases and ways are the same by chance: "max gang members". */
const LONG_PHRASE = 5
const LONG_WAY = 4

/**
 * Holds what people are said to write against the questions of all sets. What it shows is that nothing was written for a
 * question: no phrase is one of them once more, and no way of the glossary is in one of them alone and in no phrase.
 * That two people would write a thing it cannot show. Of the held-out sets it answers how many, and not which.
 */
export async function findCopies() {
  const files = Object.keys(SETS) as QuestionSet[]
  const { passages } = await index()
  const phrases = [
    ...passages.flatMap(({ asked = [] }) => asked),
    ...readOutsideTopics(community).flatMap(({ asked }) => asked),
  ]
  const questions = files.flatMap((file) => questionsIn(file).map(({ question }) => question))
  const meant = new Set(phrases.map((phrase) => [...termsOf(phrase)].sort().join(' ')))
  const copied = questions.filter((question) => {
    const terms = [...termsOf(question)].sort()
    return terms.length >= LONG_PHRASE && meant.has(terms.join(' '))
  })
  const { stems } = createWording({ fillers: [], short: {}, same: [], near: [] })
  const whole = (text: string) => ` ${stems(text).join(' ')} `
  const [ofQuestions, ofPhrases] = [questions.map(whole), phrases.map(whole)]
  const { same, near } = readGlossary(community)
  const ways = [...same.flat(), ...near.flatMap(({ said, means }) => [...said, ...means])]
  const lonely = ways.filter((way) => {
    const [text, words] = [whole(way), wordsOf(way).length]
    const isOnce = ofQuestions.filter((question) => question.includes(text)).length === 1
    return words >= LONG_WAY && isOnce && !ofPhrases.some((phrase) => phrase.includes(text))
  })
  return { phrases: phrases.length, copied: copied.length, ways: ways.length, lonely }
}
