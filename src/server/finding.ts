import { ENGLISH, type Translator } from '#lib/messages.ts'
import { type Sentence, translateBeforeColon, translateSentence } from '#lib/sentence.ts'

/** The result of one check of the site's setup, in words for the person who runs the site. */
export class Finding {
  readonly ok: boolean
  /** What was found, in English for the terminal. */
  readonly what: string
  /** What to do about the problem, in English. */
  readonly fix: string | undefined
  /** The site cannot tell whether this is right. A person should look at it. */
  readonly needsLook: true | undefined
  /** The service does not respond, so nothing more can be checked now. */
  readonly isDown: true | undefined
  readonly #what: Sentence
  readonly #fix: Sentence | undefined
  readonly #isEnglish: boolean

  constructor(
    what: Sentence,
    fix?: Sentence,
    { isDown, needsLook, isEnglish = false }: { isDown?: true; needsLook?: true; isEnglish?: boolean } = {},
  ) {
    this.ok = fix === undefined || needsLook === true
    this.what = translateSentence(what, ENGLISH)
    this.fix = fix === undefined ? undefined : translateSentence(fix, ENGLISH)
    this.needsLook = needsLook
    this.isDown = isDown
    this.#what = what
    this.#fix = fix
    this.#isEnglish = isEnglish
  }

  /** The finding for a page, in its language. With `isEnglish`, `what` is in English whatever the language. */
  in(translator: Translator) {
    const title = translateBeforeColon(this.#what, translator)
    return {
      ok: this.ok,
      what: translateSentence(this.#what, translator),
      ...(title !== undefined && { title }),
      fix: this.#fix === undefined ? null : translateSentence(this.#fix, translator),
      ...(this.needsLook && { needsLook: this.needsLook }),
      ...(this.#isEnglish && { isEnglish: true as const }),
    }
  }
}

export const good = (what: Sentence) => new Finding(what)
export const bad = (what: Sentence, fix: Sentence) => new Finding(what, fix)
/** A finding that a person should look at because it may be right or wrong. */
export const doubtful = (what: Sentence, check: Sentence) => new Finding(what, check, { needsLook: true })
/** A problem in the words of a file or a service, which are in English. */
export const badInEnglish = (what: string, fix: Sentence) => new Finding(what, fix, { isEnglish: true })
