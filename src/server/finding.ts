import { ENGLISH, type Speech } from '#lib/messages.ts'
import { type Sentence, say, sayBeforeColon } from '#lib/sentence.ts'

/** One thing that was looked at, in words for the person who runs the site. */
export class Finding {
  readonly ok: boolean
  /** In English, for the terminal. */
  readonly what: string
  /** What to do about it. */
  readonly fix: string | undefined
  /** It may be right, which the site cannot tell: somebody should look. */
  readonly needsLook: true | undefined
  /** The service does not answer, so nothing else can be said of it now. */
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
    this.what = say(what, ENGLISH)
    this.fix = fix === undefined ? undefined : say(fix, ENGLISH)
    this.needsLook = needsLook
    this.isDown = isDown
    this.#what = what
    this.#fix = fix
    this.#isEnglish = isEnglish
  }

  /** For a page. `isEnglish`: its first sentence is, whatever the language. */
  in(speech: Speech) {
    const title = sayBeforeColon(this.#what, speech)
    return {
      ok: this.ok,
      what: say(this.#what, speech),
      ...(title !== undefined && { title }),
      fix: this.#fix === undefined ? null : say(this.#fix, speech),
      ...(this.needsLook && { needsLook: this.needsLook }),
      ...(this.#isEnglish && { isEnglish: true as const }),
    }
  }
}

export const good = (what: Sentence) => new Finding(what)
export const bad = (what: Sentence, fix: Sentence) => new Finding(what, fix)
/** What may be right. */
export const doubtful = (what: Sentence, check: Sentence) => new Finding(what, check, { needsLook: true })
/** What a file or a service says, which is in English. */
export const badInEnglish = (what: string, fix: Sentence) => new Finding(what, fix, { isEnglish: true })
