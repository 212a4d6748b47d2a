/** Expressions that are compared as one word. */
export const JOINED: readonly (readonly [RegExp, string])[] = [
  [/\boff[ -]duty\b/g, 'offduty'],
  [/\bon[ -]duty\b/g, 'onduty'],
  [/\bout of[ -]character\b|(?<!\w)\/?ooc\b/g, 'outofcharacter'],
  [/\bin[ -]character\b|\bic\b/g, 'incharacter'],
  [/\b(at once|right away|straight away|immediately|instantly|at the same time|at a time)\b/g, ' '],
  [
    /\b(give|gives|given|giving|hand|hands) (it |them |him |her |that |those |these )?(up|over|back|in)\b/g,
    'surrender',
  ],
  [/\beach other\b/g, ' '],
  [/\bfor (good|ever|life)\b/g, 'permanent'],
  [/\b(come|comes|coming|came|go|goes|going|went|get|gets) back\b/g, 'return'],
]

/**
 * Phrases and the sign that replaces each of them, applied in this order. `#` is a number. Signs are in capitals, which
 * no word is.
 */
export const PHRASES: readonly (readonly [RegExp, string])[] = (
  [
    // Expressions that stand for one word.
    ['(run|runs|running|ran) out', 'expire'],
    ['(?<=^|[.,;:] )(stop|quit|avoid)(?= \\w+ing\\b)', 'NOT'],
    ['(go|goes|going|carry|carries|keep|keeps) on', 'continue'],
    ['(treated|seen|regarded|considered|handled|taken) as', 'counts as'],
    ['as (though|if) nothing (had |has )?happened', ''],
    // Bounds of a number.
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
    // Scope words such as ALL and ALWAYS.
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
    ['(without|with no) (any )?exceptions?', 'ALWAYS'],
    // Negations in relative clauses.
    ['(that|which|who) (you|he|she|they) (do |does |did |have |had |are |is )?(not|never)', 'LACK'],
    ['(that|which|who) (is|are|was|were|do|does|did|have|has|had|can|could|will|would) (not|never)', 'LACK'],
    ['because of|due to|on account of', 'for'],
    // What is allowed, forbidden, needed and not needed.
    ['(is|are) free( of charge)?(?! (to|of|from|for))|costs? nothing', 'NOT NEED pay 0 dollars'],
    ['(is |are )?(excessive|unfair|too much)', 'FORBID'],
    ['(skip|skips|skipping)', 'NOT NEED'],
    ['((do|does|did) not|nothing) (stop|stops|prevent|prevents|keep|keeps|hinder|hinders) (\\w+ )?from', 'MAY'],
    ['(is |are )?(recommended|advised|advisable)( to| for)?', 'NOT NEED'],
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
    // Exceptions and restrictions: EXCEPT and ONLY.
    ['(nobody|no one|none|nothing) (but|except|other than|apart from|besides)( for)?', 'ONLY'],
    [
      '(except|apart from|other than|aside from|besides|excluding|but for|with the exception of)( for| in| when| if| to)?',
      'EXCEPT',
    ],
    ['unless', 'EXCEPT'],
    ['only (if|when|while|once|as long as)|solely|exclusively|only', 'ONLY'],
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
