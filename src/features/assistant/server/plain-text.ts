import { fold } from '#lib/search.ts'

/** Written short, and what it stands for. */
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
/** What a number written as a word is worth. */
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

/** A measure, and how much of its smallest unit one is. */
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

/** Words that are compared as one. */
const JOINED: readonly (readonly [RegExp, string])[] = [
  [/\boff[ -]duty\b/g, 'offduty'],
  [/\bon[ -]duty\b/g, 'onduty'],
  [/\bout of[ -]character\b|(?<!\w)\/?ooc\b/g, 'outofcharacter'],
  [/\bin[ -]character\b|\bic\b/g, 'incharacter'],
  [/\b(at once|right away|straight away|immediately|instantly|at the same time|at a time)\b/g, ' '],
  [
    /\b(give|gives|given|giving|hand|hands) (it |them |him |her |that |those |these )?(up|over|back|in)\b/g,
    'surrender',
  ],
  [/\b(give|gives|given|giving|hand|hands) (\w+ \w+) back\b/g, 'return $2'],
  [/\bfor (good|ever|life)\b/g, 'permanent'],
  [/\b(pick|picks|picked) up where\b/g, 'continue where'],
  [/\bnever (come|comes|coming) back\b/g, 'permanent'],
  [/\b(come|comes|coming|came|go|goes|going|went|get|gets) back\b/g, 'return'],
]

/**
 * Phrases and the one sign that stands for them, in this order; `#` is a number. Signs are written in capitals, which no
 * word is.
 */
const PHRASES: readonly (readonly [RegExp, string])[] = (
  [
    // Ways of saying one word.
    ['(run|runs|running|ran) out', 'expire'],
    ['(?<=^|[.,;:] )(stop|quit|avoid)(?= \\w+ing\\b)', 'NOT'],
    ['(who|that|which) (only|just|simply)', 'who'],
    ['(go|goes|going|carry|carries|keep|keeps) on', 'continue'],
    ['(treated|seen|regarded|considered|handled|taken) as', 'counts as'],
    ['as (though|if) nothing (had |has )?happened', ''],
    ['nothing (will )?happens?( to \\w+)?', 'is WITHOUT consequences'],
    ['(has|have|had|with) no consequences?', 'WITHOUT consequences'],
    // What bounds a number.
    [
      '(no|not) (less|fewer|younger|shorter|lower|smaller|slower|closer|nearer|earlier|sooner) than(?= (the age of |age |an? )?#)',
      'GE',
    ],
    [
      '(no|not) (more|greater|older|longer|higher|larger|faster|farther|further|later|bigger|over|above) than(?= (the age of |age |an? )?#)',
      'LE',
    ],
    ['not (over|above|beyond|exceeding|exceed)(?= #)', 'LE'],
    ['not (under|below)(?= #)', 'GE'],
    ['(at (the )?least|(a )?minimum( age)?( of| is)?|at a minimum)(?= (the |a |an )?#)', 'GE'],
    [
      '(at (the )?most|up to|(a )?maximum( of| is)?|max|as (long|many|much|far|high) as|limited to|stop at|stops at|ends? at|(the |a )?limit (of|is)|capped at|within|only|just|until)(?= (the |a |an )?#)',
      'LE',
    ],
    ['(more|greater|older|longer|higher|larger|faster|farther|further|bigger) than(?= (the age of |age )?#)', 'GT'],
    ['(over|above|beyond|exceeding|exceeds|exceed|past)(?= (the age of |age )?#)', 'GT'],
    ['(less|fewer|younger|shorter|lower|smaller|slower|closer|nearer) than(?= (the age of |age )?#)', 'LT'],
    ['(under|below)(?= (the age of |age )?#)', 'LT'],
    ['after(?= # (second|minute|hour|day|week|month|year)s?)', 'after GE'],
    ['before(?= # (second|minute|hour|day|week|month|year)s?)', 'before LE'],
    ['at (the )?least', 'atleast'],
    ['at (the )?most|up to', 'upto'],
    // How far it goes.
    ['no matter( what| how| who| when| where| which| whether| if)?', 'ALL'],
    [
      'as (often|many|much|long|far)( times)? as (needed|possible|(you|they|he|she|anyone) (like|want|wish|need|please)s?)',
      'ALL',
    ],
    [
      '(however|(whatever|whichever|whoever|wherever)(?= (you|it|they|he|she|the)\\b)|whenever|regardless|unlimited|no limits?)',
      'ALL',
    ],
    [
      'at (any|all) times?|the whole time|all the time|every time|in (all|every|any) cases?|automatically|invariably',
      'ALWAYS',
    ],
    ['(without|with no) (any )?exceptions?|in any channel', 'ALWAYS'],
    // What is denied of something in passing.
    ['(that|which|who) (you|he|she|they) (do |does |did |have |had |are |is )?(not|never)', 'LACK'],
    ['(that|which|who) (is|are|was|were|do|does|did|have|has|had) (not|never)', 'LACK'],
    ['because of|due to|on account of', 'for'],
    [
      'as (loud|fast|high|low|big|often|much|many|long|far|soon)( times)? as (you|they|he|she|anyone) (like|want|wish|need|please)s?',
      'ALL',
    ],
    ['after which', 'then'],
    // What is allowed, forbidden, needed and not needed.
    ['(is|are) (yours|theirs)', 'MAY keep'],
    ['(is|are) free( of charge)?(?! (to|of|from|for))|costs? nothing', 'NOT NEED pay 0 dollars'],
    ['(is |are )?(excessive|unfair|too much)', 'FORBID'],
    ['(skip|skips|skipping)', 'NOT NEED'],
    ['((do|does|did) not|nothing) (stop|stops|prevent|prevents|keep|keeps|hinder|hinders) (\\w+ )?from', 'MAY'],
    ['(may|might|can) have to', 'CAN'],
    ['(stay|stays|keep|keeps) (out|away|off)( of| from)?', 'NOT enter'],
    ['(go|goes|going|went|drive|drives|come|comes|run|runs|walk|walks) (right )?into', 'enter'],
    ['(call|calls|called|calling) (it )?off', 'end'],
    ['(is |are )?(recommended|advised|advisable)( to| for)?', 'NOT NEED'],
    ['(until|to) (the|its) end( of)?', 'until'],
    ['(no|not a|never a) problem|nothing wrong with', 'MAY'],
    ['(has|have|had) no right to', 'NOT MAY'],
    ['(has|have|had|having) the right to', 'MAY'],
    ['without (having|needing) to|there is no need (to|for)|no need (to|for)|optional|voluntary', 'NOT NEED'],
    ['against the rules?|off[ -]limits|out of the question', 'FORBID'],
    ['no (reason|excuse|grounds?|right) (to|for)', 'NOT MAY'],
    [
      '(is|are|was|were|be|been|being|am) (allowed|permitted|free to|welcome|okay|ok|fine|legal|able to|entitled to|possible|acceptable)( to| for)?',
      'MAY',
    ],
    [
      '(is|are|was|were|be|been|being|am) (not|never) (allowed|permitted|free to|welcome|okay|ok|fine|legal|able to|entitled to|possible|acceptable)( to| for)?',
      'NOT MAY',
    ],
    ['(always|never|only|still|also) (allowed|permitted|welcome|okay|ok|fine|legal|possible|acceptable)', '$1 MAY'],
    ['(allowed|permitted|okay|acceptable)( to)?', 'MAY'],
    ['(forbidden|prohibited|illegal|disallowed|barred|outlawed|forbids?|prohibits?)( to| from| for)?', 'FORBID'],
    ['(has|have|had|having|got|need|needs|needed) to|(is|are|be) (supposed|obliged|bound) to', 'MUST'],
    ['must|shall|should|ought to|owes?', 'MUST'],
    ['needs?|requires?|demands|(is|are|be|been)? ?(required|necessary|mandatory|compulsory|needed)( to| for)?', 'NEED'],
    ['can|could', 'CAN'],
    ['may|might|lets|allows?|permits|feel free to', 'MAY'],
    // What is left out, and what alone is in it.
    ['(nobody|no one|none|nothing) (but|except|other than|apart from|besides)( for)?', 'ONLY'],
    [
      '(except|apart from|other than|aside from|besides|excluding|but for|with the exception of)( for| in| when| if| to)?',
      'EXCEPT',
    ],
    ['unless', 'EXCEPT'],
    ['only (if|when|while|once|as long as)|solely|exclusively|only', 'ONLY'],
    ['even(?= (with no|without))', 'EVEN'],
    ['including', 'INCLUDING'],
    ['even (if|when|though|with|in|after|for|while|through|by|at|on|as|to|from)', 'EVEN'],
    ['without|with (no|nothing|nobody)', 'WITHOUT'],
    ['always', 'ALWAYS'],
    ['not|neither|nor|never|no longer|at no time|rarely|seldom|hardly|barely', 'NOT'],
    ['nobody|no one|noone|none|nothing|nowhere', 'NOBODY'],
    ['if|when|once|while|as long as|provided( that)?|in case|as soon as', 'IF'],
  ] as const
).map(([pattern, sign]) => [
  new RegExp(`(?<![\\w-])(?:${pattern.replaceAll('#', '\\d+')})(?![\\w-])`, 'g'),
  ` ${sign} `,
])

/** A text in lower case, with numbers as digits and the words that decide as signs in capitals. */
export function plainOf(text: string): string {
  let said = ` ${withoutMarks(text)} `
  for (const [pattern, instead] of [...CONTRACTIONS, ...JOINED]) said = said.replace(pattern, instead)
  said = boundsBehind(digitsOf(momentsOf(said))).replace(/\s+/g, ' ')
  for (const [pattern, sign] of PHRASES) {
    said = said.replace(pattern, (_, ...groups) => sign.replace('$1', () => String(groups[0] ?? '')))
  }
  return said
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

/** Times of the day as minutes, and spans that are said in words. */
function momentsOf(said: string): string {
  const clock = (hour: string, minute = '0', half?: string) =>
    ` clock${(half === undefined ? Number(hour) : (Number(hour) % 12) + (half === 'p' ? 12 : 0)) * 60 + Number(minute)} `
  return said
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
    .replace(/\bmore than once\b/g, 'GT 1 times')
    .replace(/\ba fortnight\b/g, '14 days')
    .replace(/\b(last|past|next) (?=(hour|day|week|month|year)\b)/g, '$1 1 ')
    .replace(
      /\b(within|for|in|after|of|than|least|most|lasts?|wait|about|takes?|another|is|have|until|only|just) an? (?=(second|minute|hour|day|week|month|year)\b)/g,
      '$1 1 ',
    )
}

/** Numbers in words as digits; "one" only where it counts for sure. */
function digitsOf(said: string): string {
  const times = (size: number) => (_: string, count: string) => String(Number(count) * size)
  return said
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

/** "six hours or more" is "at least six hours". */
function boundsBehind(said: string): string {
  let moved = said
  for (const { sign, pattern } of BOUNDS_BEHIND) {
    moved = moved.replace(pattern, (_, number: string, counted: string) => `${sign} ${number} ${counted}`)
  }
  return moved
}
