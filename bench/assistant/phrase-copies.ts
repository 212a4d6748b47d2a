import { ENGLISH_FORMS } from '#features/assistant/server/english-forms.ts'
import { readGlossary, readOutsideTopics } from '#features/assistant/server/glossary.ts'
import { createWording, wordsOf } from '#features/assistant/server/wording.ts'
import { community, index, questionsIn, SHIPPED } from './question-sets.ts'

/** Shorter phrases and ways are the same by chance: "max gang members". */
const LONG_PHRASE = 5
const LONG_WAY = 4

/**
 * Holds what people are said to write against the questions of all sets. What it shows is that nothing was written for a
 * question: no phrase is one of them once more, and no way of the glossary is in one of them alone and in no phrase.
 * That two people would write a thing it cannot show. Of the held-out sets it answers how many, and not which.
 */
export async function findCopies() {
  const files = SHIPPED
  const { passages } = await index()
  const phrases = [
    ...passages.flatMap(({ asked = [] }) => asked),
    ...readOutsideTopics(community).flatMap(({ asked }) => asked),
  ]
  const questions = files.flatMap((file) => questionsIn(file).map(({ question }) => question))
  const { stems, terms } = createWording(ENGLISH_FORMS, { fillers: [], short: {}, same: [], near: [] })
  const namesOf = (text: string) => [...new Set(terms(text))].filter((name) => !name.startsWith('?')).sort()
  const meant = new Set(phrases.map((phrase) => namesOf(phrase).join(' ')))
  const copied = questions.filter((question) => {
    const names = namesOf(question)
    return names.length >= LONG_PHRASE && meant.has(names.join(' '))
  })
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
