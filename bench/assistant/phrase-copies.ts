import { ENGLISH_FORMS } from '#features/assistant/server/english-forms.ts'
import { readGlossary, readOutsideTopics } from '#features/assistant/server/glossary.ts'
import { createWording, tokenize } from '#features/assistant/server/wording.ts'
import { community, index, questionsIn, SHIPPED } from './question-sets.ts'

/** Shorter phrases and expressions may be equal by chance: "max gang members". */
const MIN_PHRASE_WORDS = 5
const MIN_EXPRESSION_WORDS = 4

/**
 * Compares the phrases and the glossary with the questions of all sets, to show that nothing was written for a single
 * question: no phrase equals a question, and no expression of the glossary occurs in a single question and in no
 * phrase. It cannot show whether two people would have written the same. For the held-out sets it returns the number of
 * matches only.
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
    return names.length >= MIN_PHRASE_WORDS && meant.has(names.join(' '))
  })
  const whole = (text: string) => ` ${stems(text).join(' ')} `
  const [ofQuestions, ofPhrases] = [questions.map(whole), phrases.map(whole)]
  const { same, near } = readGlossary(community)
  const expressions = [...same.flat(), ...near.flatMap(({ said, means }) => [...said, ...means])]
  const singleUse = expressions.filter((expression) => {
    const [text, words] = [whole(expression), tokenize(expression).length]
    const isOnce = ofQuestions.filter((question) => question.includes(text)).length === 1
    return words >= MIN_EXPRESSION_WORDS && isOnce && !ofPhrases.some((phrase) => phrase.includes(text))
  })
  return { phrases: phrases.length, copied: copied.length, expressions: expressions.length, singleUse }
}
