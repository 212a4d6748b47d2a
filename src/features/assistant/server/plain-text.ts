import { fold } from '#lib/search.ts'
import { JOINED, PHRASES } from './phrasings.ts'

/** Contractions and their full forms. */
const CONTRACTIONS: readonly (readonly [RegExp, string])[] = [
  [/\b(can't|cannot|cant)\b/g, 'can not'],
  [/\bwon't\b/g, 'will not'],
  [/\bshan't\b/g, 'shall not'],
  [/\bain't\b/g, 'is not'],
  [/n't\b/g, ' not'],
  [/\b(do|does|is|are|was|were|should|would|could|must|need|has|have)nt\b/g, '$1 not'],
  [/'re\b/g, ' are'],
  [/'ll\b/g, ' will'],
  [/'ve\b/g, ' have'],
  [/'m\b/g, ' am'],
  [/\b(it|that|there|what|who|here|he|she)'s\b/g, '$1 is'],
  [/\blet's\b/g, 'let us'],
  [/(?<=\w)'s?(?=\s|$|[.,;:!?)])/g, ''],
]

const ONES =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
/** The value of each number word. */
const NUMBERS: ReadonlyMap<string, number> = new Map([
  ...ONES.map((word, value) => [word, value] as const),
  ...TENS.map((word, at) => [word, 20 + at * 10] as const),
  ...TENS.flatMap((word, at) =>
    ONES.slice(1, 10).map((one, value) => [`${word}-${one}`, 20 + at * 10 + value + 1] as const),
  ),
  ['dozen', 12],
  ['hundred', 100],
  ['thousand', 1_000],
  ['million', 1_000_000],
])
export const ORDINALS: ReadonlyMap<string, number> = new Map(
  'first second third fourth fifth sixth seventh eighth ninth tenth'
    .split(' ')
    .flatMap((word, at) => [[word, at + 1] as const, [`${at + 1}${['st', 'nd', 'rd'][at] ?? 'th'}`, at + 1] as const]),
)

/** The measure of each unit, and its size in the smallest unit of that measure. */
export const UNITS: ReadonlyMap<string, readonly [measure: string, size: number]> = new Map(
  (
    [
      ['time', 1, 'second seconds sec secs'],
      ['time', 60, 'minute minutes min mins'],
      ['time', 3_600, 'hour hours hr hrs'],
      ['time', 86_400, 'day days'],
      ['time', 604_800, 'week weeks'],
      ['time', 2_592_000, 'month months'],
      ['time', 31_536_000, 'year years yr yrs'],
      ['length', 1, 'meter meters metre metres m'],
      ['length', 1_000, 'kilometer kilometers kilometre kilometres km'],
      ['length', 0.3048, 'foot feet ft'],
      ['length', 0.9144, 'yard yards'],
      ['length', 1_609.34, 'mile miles'],
      ['speed', 1, 'mph'],
      ['speed', 0.6214, 'kmh kph'],
      ['share', 1, 'percent %'],
      ['money', 1, 'dollar dollars bucks'],
    ] as const
  ).flatMap(([measure, size, names]) => names.split(' ').map((name) => [name, [measure, size] as const] as const)),
)

/** A text in lower case, with numbers as digits and the decisive words as signs in capitals. */
export function plainOf(text: string): string {
  let plain = ` ${withoutMarks(text)} `
  for (const [pattern, instead] of [...CONTRACTIONS, ...JOINED]) plain = plain.replace(pattern, instead)
  plain = boundsBehind(digitsOf(momentsOf(plain))).replace(/\s+/g, ' ')
  for (const [pattern, sign] of PHRASES) {
    plain = plain.replace(pattern, (_, ...groups) => sign.replace('$1', () => String(groups[0] ?? '')))
  }
  return plain
}

function withoutMarks(text: string): string {
  return fold(text)
    .replace(/[’‘´`]/g, "'")
    .replace(/[“”"()]/g, ' ')
    .replace(/\s*[–—]\s*/g, ' - ')
    .replace(/(?<=\s)'|'(?=[\s.,;:!?)])/g, ' ')
    .replace(/^\s*(yes|no|yeah|nope|sure|correct)\s*[,.:!-]\s*/, '')
    .replace(/\$\s?(\d[\d,.]*\d|\d)\s?(k\b)?/g, (_, sum: string, k?: string) => ` ${sum}${k ?? ''} dollars `)
    .replace(/(\d),(?=\d{3}\b)/g, '$1')
    .replace(/(\d)k\b/g, '$1000')
}

/** The "a" of "two big fights a day", which means "per". */
const PER = /(?<=\b(?:\d+|one|two|three|four|five|six|ten) (?:[a-z-]+ ){1,2})an? (?=(hour|day|week|month|year)\b)/g

/** Turns times of day into minutes, and spans in words into numbers. */
function momentsOf(plain: string): string {
  const clock = (hour: string, minute = '0', half?: string) =>
    ` clock${(half === undefined ? Number(hour) : (Number(hour) % 12) + (half === 'p' ? 12 : 0)) * 60 + Number(minute)} `
  return plain
    .replace(
      /\b(\d{1,2})(?::(\d\d))?\s?([ap])\.?m\b\.?/g,
      (_, hour: string, minute: string | undefined, half: string) => clock(hour, minute, half),
    )
    .replace(/\b(\d{1,2}):(\d\d)\b/g, (_, hour: string, minute: string) => clock(hour, minute))
    .replace(/\bmidnight\b/g, ' clock0 ')
    .replace(/\bnoon\b/g, ' clock720 ')
    .replace(/\b(911|988)\b/g, 'hotline')
    .replace(/\bhalf an hour\b/g, '30 minutes')
    .replace(/\b(a )?quarter of an hour\b/g, '15 minutes')
    .replace(/\bhalf a minute\b/g, '30 seconds')
    .replace(/\bhalf a day\b/g, '12 hours')
    .replace(/\bhalf a year\b/g, '6 months')
    .replace(/\b(a )?quarter of a year\b/g, '3 months')
    .replace(
      /\b(?:(?<=\b(?:once|twice|times|hours|minutes|days) )an?|per|each|every) (?=(hour|day|week|month|year)\b)/g,
      'in 1 ',
    )
    .replace(PER, 'in 1 ')
    .replace(/\bmore than once\b/g, 'GT 1 times')
    .replace(/\ba fortnight\b/g, '14 days')
    .replace(/\b(last|past|next) (?=(hour|day|week|month|year)\b)/g, '$1 1 ')
    .replace(
      /\b(within|for|in|after|of|than|least|most|lasts?|wait|about|takes?|another|is|have|until|only|just) an? (?=(second|minute|hour|day|week|month|year)\b)/g,
      '$1 1 ',
    )
}

/** Turns number words into digits. "one" is replaced only where it certainly counts. */
function digitsOf(plain: string): string {
  const times = (size: number) => (_: string, count: string) => String(Number(count) * size)
  return plain
    .replace(/(\d)-(?=[a-z])/g, '$1 ')
    .replace(/(\d)(mph|km|m|h|min|mins|%)\b/g, '$1 $2')
    .replace(/%/g, ' percent ')
    .replace(/\b[a-z]+(-[a-z]+)?\b/g, (word) => (word === 'one' ? word : String(NUMBERS.get(word) ?? word)))
    .replace(/\b[a-z]+-[a-z]+\b/g, (word) =>
      word
        .split('-')
        .map((part) => NUMBERS.get(part) ?? part)
        .join(' '),
    )
    .replace(/\b(\d+) hundred\b/g, times(100))
    .replace(/\b(\d+) 1000\b/g, times(1000))
    .replace(/\b(\d+) 100\b/g, times(100))
    .replace(/\bone (?=(second|minute|hour|day|week|month|year|meter|mile|time|percent|dollar)s?\b)/g, '1 ')
    .replace(/(?<=\b(only|just|least|most|than|maximum|minimum)) one\b/g, ' 1')
    .replace(/\b(single|sole)\b/g, '1')
    .replace(
      /\b(only|(no|not) more than|at most) once\b|\bonce (?=(a|an|per|in|every|and|within|each|during)\b)|\bonce(?=\s*([,;.)]|$))/g,
      ' LE 1 times ',
    )
    .replace(/\bonce (?=(is|are|counts?|means?)\b)/g, '1 times ')
    .replace(/\btwice (?=the\b)/g, 'double ')
    .replace(/\btwice\b/g, '2 times')
}

const BOUNDS_BEHIND = [
  ['GE', '(or|and) (more|older|above|over|up|longer|higher|greater|later|farther|faster)'],
  ['LE', '(or|and) (less|fewer|younger|under|below|shorter|lower|earlier|slower|closer|nearer)'],
  ['LE', '(at most|at the most|at the latest|tops|maximum|max)(?! (the |a |an )?\\d)'],
  ['LE', 'only(?! (the |a |an )?\\d)'],
  ['GE', '(at least|at the least|at the earliest|minimum)(?! (the |a |an )?\\d)'],
].map(([sign = '', words = '']) => ({ sign, pattern: new RegExp(`\\b(\\d+) ((?:\\w+ ){0,5}?)${words}\\b`, 'g') }))

/** Turns "six hours or more" into "at least six hours". */
function boundsBehind(plain: string): string {
  let moved = plain
  for (const { sign, pattern } of BOUNDS_BEHIND) {
    moved = moved.replace(pattern, (_, number: string, counted: string) => `${sign} ${number} ${counted}`)
  }
  return moved
}
