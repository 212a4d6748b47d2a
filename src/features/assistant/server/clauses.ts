/** A part of a sentence, as tokens of the plain text. */
export interface Piece {
  /** IF, EXCEPT, EVEN or another word that joins this part to another one. */
  link: string
  /** The separator between this part and the part before it. */
  joint: string
  hasComma: boolean
  tokens: string[]
}

const LINKS = new Set('IF EXCEPT EVEN but because since although though so until where whereas'.split(' '))
const JOINTS = new Set(['and', 'or', 'nor', ','])
const STOPS = new Set([';', ':', '-'])
const AUXILIARY = new Set('is are was were be been am has have had do does did will would'.split(' '))
const FORCES = new Set(['MAY', 'CAN', 'MUST', 'NEED', 'FORBID'])
const NEGATIVE = new Set(['NOT', 'NOBODY', 'no'])
const SUBJECTS = new Set('you he she they it we nobody NOBODY everyone'.split(' '))
const SAYING = new Set('that say says said think thinks know knows tell tells told mean means you them'.split(' '))
const PEOPLE = new Set(
  'you player players he she they account everybody everyone member members person people who someone anyone'.split(
    ' ',
  ),
)

export const isAuxiliary = (token: string): boolean => AUXILIARY.has(token)

/** An auxiliary verb, or the sign of a right or a duty. Other verbs cannot be told apart from nouns here. */
export const isVerb = (token: string): boolean => FORCES.has(token) || isAuxiliary(token)

/** Splits a sentence in plain text into clauses. */
export function clausesOf(text: string): Piece[] {
  const tokens = text.match(/[A-Z]{2,}|[a-z0-9#/][a-z0-9'#/.+-]*|[,;:]|(?<=\s)-(?=\s)/g) ?? []
  return joined(
    piecesOf(tokens.map((token, at) => (token === 'banned' && isProhibition(tokens, at) ? 'FORBID' : token))),
  )
}

/** "Aimbots are banned" forbids a thing; "you are banned" is a sanction. */
function isProhibition(tokens: readonly string[], at: number): boolean {
  return (
    /^(is|are|was|were)$/.test(tokens[at - 1] ?? '') &&
    !/^(for|permanent)/.test(tokens[at + 1] ?? '') &&
    !tokens.slice(Math.max(0, at - 3), at).some((token) => PEOPLE.has(token))
  )
}

function piecesOf(tokens: readonly string[]): Piece[] {
  const pieces: Piece[] = []
  let piece: Piece = { link: '', joint: '', hasComma: false, tokens: [] }
  function close(link: string, joint: string): void {
    const isEmpty = piece.tokens.length === 0
    if (!isEmpty) pieces.push(piece)
    const hasComma = joint === ',' || (isEmpty && piece.hasComma)
    piece = { link: isEmpty && link === '' ? piece.link : link, joint, hasComma, tokens: [] }
  }
  for (const [at, token] of tokens.entries()) {
    if (LINKS.has(token)) close(token, '')
    else if (STOPS.has(token) || JOINTS.has(token)) close(token === 'and' && piece.link === 'IF' ? 'IF' : '', token)
    else {
      // "while unconscious you may text": a subject starts the main clause.
      const isSubject = SUBJECTS.has(token) && isVerb(tokens[at + 1] ?? '') && !SAYING.has(tokens[at - 1] ?? '')
      if (piece.link !== '' && piece.tokens.length > 0 && isSubject) close('', ',')
      piece.tokens.push(token)
    }
  }
  close('', '')
  return pieces
}

const hasVerb = ({ tokens }: Piece) =>
  tokens.some((token, at) => isVerb(token) || (token === 'NOT' && at > 0) || token === 'NOBODY')

/** "not the answer", "just marked": a contrast to what was named before it. */
const isContrast = (piece: Piece) => {
  const [first = ''] = piece.tokens
  return (NEGATIVE.has(first) || first === 'just' || first === 'ONLY') && !hasVerb(piece)
}

const isSign = (token: string) => isVerb(token) || NEGATIVE.has(token)

/** A negative order: "do not stop". */
const isOrder = ({ tokens: [first = '', second = ''] }: Piece) =>
  (first === 'NOT' && !isVerb(second)) || (first === 'do' && second === 'NOT')

/** Joins parts to clauses. A list of things belongs to the verb before it, or to the verb after it. */
function joined(pieces: readonly Piece[]): Piece[] {
  const clauses: Piece[] = []
  let waiting: Piece[] = []
  function flush(): void {
    if (waiting.length > 0) clauses.push(merge(waiting))
    waiting = []
  }
  for (const piece of pieces) {
    // "Not allowed: racing": the part after the colon belongs to the clause before it.
    const isHead = waiting.length === 0 && clauses.length > 0 && clauses.at(-1)?.tokens.every(isSign)
    if (isHead && piece.joint === ':') {
      clauses.at(-1)?.tokens.push(...piece.tokens)
      continue
    }
    const opens = piece.link !== '' || STOPS.has(piece.joint)
    const standsAlone = isContrast(piece) || isOrder(piece)
    // "they turn round and may not ask why": one subject with two verbs.
    const goesOnWithVerb = /^(and|or)$/.test(piece.joint) && isVerb(piece.tokens[0] ?? '')
    const isInSubject = piece.link === 'until' && waiting.length > 0 && isVerb(piece.tokens.at(-1) ?? '')
    if (isInSubject) piece.link = ''
    if ((opens && !isInSubject) || standsAlone || goesOnWithVerb || (piece.hasComma && waiting[0]?.link)) flush()
    const before = clauses.at(-1)
    const goesOn = !opens && waiting.length === 0 && before !== undefined
    if (standsAlone) clauses.push(piece)
    else if (hasVerb(piece)) {
      const isSameSubject = isAuxiliary(piece.tokens[0] ?? '') && !piece.tokens.some((token) => NEGATIVE.has(token))
      if (goesOn && isSameSubject && before.link === '') before.tokens.push(...tokensOf(piece))
      else {
        // "macros that fire, move while you are away, and auto-clickers are banned": the list began before the
        // condition.
        const isAside =
          waiting.length > 0 || (piece.hasComma && isSign(piece.tokens[0] ?? '') && before && !hasVerb(before))
        const isList = isAside && before?.link && !hasVerb(clauses.at(-2) ?? piece)
        const list = isList ? clauses.splice(-2, 1) : []
        clauses.push(merge([...list, ...waiting, piece]))
        waiting = []
      }
    } else if (goesOn && !(before.link && piece.hasComma)) before.tokens.push(...tokensOf(piece))
    else waiting.push(piece)
  }
  flush()
  return clauses
}

const tokensOf = ({ joint, hasComma, tokens }: Piece) => [
  ...(hasComma ? [','] : []),
  ...(joint === 'or' || joint === 'and' ? [joint] : []),
  ...tokens,
]

function merge([first, ...others]: readonly Piece[]): Piece {
  const { link = '', joint = '', hasComma = false, tokens = [] } = first ?? {}
  return { link, joint, hasComma, tokens: [...tokens, ...others.flatMap(tokensOf)] }
}
