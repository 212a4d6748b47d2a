/*
 * The law book: the 10-codes that units and dispatch say on the radio, and the penal codes that people are cited and
 * jailed by. Everyone can read both lists, signed in or not. Staff edit them in place on the same pages. Only staff see
 * who wrote each record, so each list has two reply schemas. Two codes are the same when their permalinks are equal;
 * case does not matter. A permalink stays valid for as long as the code keeps its name.
 */

import * as z from 'zod/mini'
import { can } from '#lib/access.ts'
import { endpoint } from '#lib/endpoint.ts'
import { exportCalls, exportsOf } from '#lib/export.ts'
import { Calculator } from '#lib/law.ts'
import { formatNumber, msg, t } from '#lib/messages.ts'
import { ListReport, listSheetCall } from '#lib/sheet.ts'
import { optionalLines, optionalText, phrases, text } from '#lib/text.ts'
import { AMOUNTS, type Amount, penalCodeAnchor, TEN_CODE_COLORS, tenCodeAnchor } from './rules.ts'

declare module '#lib/topics.ts' {
  interface Topics {
    'ten-codes': true
    'penal-codes': true
  }
}

/** A record's id in a path. */
const Params = z.object({
  id: z.pipe(z.string().check(z.regex(/^[1-9]\d{0,8}$/, msg('A whole number.'))), z.transform(Number)),
})

const Version = z.int(msg('The version that was changed.')).check(z.minimum(1))

/** The fields that every record has beside its own (spec section 3). */
const Record = {
  id: z.int(),
  version: z.int(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
}

/** The authors of a record. Only staff receive these fields. */
const People = {
  created_by_username: z.optional(z.nullable(z.string())),
  created_by_discord: z.optional(z.nullable(z.string())),
  updated_by_username: z.optional(z.nullable(z.string())),
  updated_by_discord: z.optional(z.nullable(z.string())),
}

/** A name that can appear in an address: its permalink is made of its letters and digits. */
const named = (max: number) => text(max).check(z.regex(/[\p{L}\p{N}]/u, msg('Use at least one letter or digit.')))

export const TenCodeColor = z.enum(TEN_CODE_COLORS, msg('Pick one of the colors.'))

/** The fields of a ten-code that staff write (spec section 5). */
export const TenCodeDraft = z.strictObject({
  code: named(20),
  meaning: text(200),
  category: optionalText(40),
  color: z._default(TenCodeColor, 'default'),
})
export type TenCodeDraft = z.infer<typeof TenCodeDraft>

const OpenTenCode = z.object({
  ...Record,
  code: z.string(),
  meaning: z.string(),
  category: z.nullable(z.string()),
  color: TenCodeColor,
})
export const TenCode = z.extend(OpenTenCode, People)
export type TenCode = z.infer<typeof TenCode>

/** An optional whole number. An omitted value is read as null. */
const optionalAmount = (max: number, min = 0) =>
  z.pipe(
    z.optional(
      z.nullable(
        z
          .int(msg('Use a whole number.'))
          .check(
            z.minimum(min, min === 0 ? msg('Use 0 or more.') : msg('Use 1 or more.')),
            z.maximum(max, { error: () => t('Use {max} at most.', { max: formatNumber(max) }) }),
          ),
      ),
    ),
    z.transform((value) => value ?? null),
  )

/** The fields of a penal code that staff write (spec section 5). Fines are in dollars, jail is in months. */
const penalCodeDraft = {
  statute: named(40),
  title: text(200),
  class: optionalText(60),
  fine: optionalAmount(1_000_000),
  jail: optionalAmount(1_200),
  points: optionalAmount(100),
  notes: optionalLines(4_000),
  /** The upper end of a range. The amount without `_max` is then the lower end. */
  fine_max: optionalAmount(1_000_000),
  jail_max: optionalAmount(1_200),
  points_max: optionalAmount(100),
  /** The maximum number of counts of one charge. Null means no limit. */
  counts: optionalAmount(99, 1),
  /** Statutes separated by |. `excludes` cannot be charged together with this one; `includes` are part of this one. */
  excludes: optionalText(1_000),
  includes: optionalText(1_000),
  /** Names that players use for the statute, separated by |. */
  aliases: optionalText(300),
}

interface Ranges extends Record<Amount | `${Amount}_max`, number | null> {}

/** Checks that a range states its lowest amount, and that its highest amount is not below it. */
const checkRanges = z.superRefine<Ranges>((draft, context) => {
  for (const amount of AMOUNTS) {
    const [lowest, highest] = [draft[amount], draft[`${amount}_max`]]
    if (highest === null || (lowest !== null && lowest <= highest)) continue
    const message = msg('Write the lowest amount in the other field, and at least as much here.')
    context.addIssue({ code: 'custom', path: [`${amount}_max`], message })
  }
})

export const PenalCodeDraft = z.strictObject(penalCodeDraft).check(checkRanges)
export type PenalCodeDraft = z.infer<typeof PenalCodeDraft>

const Stated = z.nullable(z.int())

const OpenPenalCode = z.object({
  ...Record,
  statute: z.string(),
  title: z.string(),
  class: z.nullable(z.string()),
  fine: Stated,
  jail: Stated,
  points: Stated,
  notes: z.nullable(z.string()),
  fine_max: Stated,
  jail_max: Stated,
  points_max: Stated,
  counts: Stated,
  excludes: z.nullable(z.string()),
  includes: z.nullable(z.string()),
  aliases: z.nullable(z.string()),
})
export const PenalCode = z.extend(OpenPenalCode, People)
export type PenalCode = z.infer<typeof PenalCode>

/** The lists as everyone except staff reads them. */
export const OpenTenCodes = z.object({ data: z.array(OpenTenCode) })
export const OpenPenalCodes = z.object({ data: z.array(OpenPenalCode) })

const Removed = z.object({ ok: z.literal(true) })

export const listTenCodes = endpoint({
  method: 'GET',
  path: '/api/codes/ten',
  access: 'anyone',
  topic: 'ten-codes',
  part: 'ten-codes',
  summary: 'Lists all 10-codes, in their order. Staff also get the authors of each.',
  reply: z.object({ data: z.array(TenCode) }),
  restrictedReply: { below: 'staff', reply: OpenTenCodes },
})

export const exportTenCodes = exportsOf(listTenCodes, {
  name: 'ten-codes',
  summary: 'the 10-codes',
  isPersonal: false,
  row: TenCode,
  key: 'id',
})

export const addTenCode = endpoint({
  method: 'POST',
  path: '/api/codes/ten',
  access: can('law.edit'),
  part: 'ten-codes',
  summary: 'Adds a 10-code.',
  body: TenCodeDraft,
  reply: z.object({ ok: z.literal(true), item: TenCode }),
})

export const changeTenCode = endpoint({
  method: 'PUT',
  path: '/api/codes/ten/{id}',
  access: can('law.edit'),
  part: 'ten-codes',
  summary: 'Replaces a 10-code. Returns 409 if the version is outdated.',
  params: Params,
  body: z.strictObject({ ...TenCodeDraft.shape, version: Version }),
  reply: z.object({ ok: z.literal(true), item: TenCode }),
})

export const removeTenCode = endpoint({
  method: 'DELETE',
  path: '/api/codes/ten/{id}',
  access: can('law.edit'),
  part: 'ten-codes',
  summary: 'Removes a 10-code.',
  params: Params,
  reply: Removed,
})

export const listPenalCodes = endpoint({
  method: 'GET',
  path: '/api/codes/penal',
  access: 'anyone',
  topic: 'penal-codes',
  part: 'penal-codes',
  summary: 'Lists all penal codes, in the order of the statute book. Staff also get the authors of each.',
  reply: z.object({ data: z.array(PenalCode) }),
  restrictedReply: { below: 'staff', reply: OpenPenalCodes },
})

export const exportPenalCodes = exportsOf(listPenalCodes, {
  name: 'penal-codes',
  summary: 'the penal codes',
  isPersonal: false,
  row: PenalCode,
  key: 'id',
})

export const addPenalCode = endpoint({
  method: 'POST',
  path: '/api/codes/penal',
  access: can('law.edit'),
  part: 'penal-codes',
  summary: 'Adds a penal code.',
  body: PenalCodeDraft,
  reply: z.object({ ok: z.literal(true), item: PenalCode }),
})

export const changePenalCode = endpoint({
  method: 'PUT',
  path: '/api/codes/penal/{id}',
  access: can('law.edit'),
  part: 'penal-codes',
  summary: 'Replaces a penal code. Returns 409 if the version is outdated.',
  params: Params,
  body: z.strictObject({ ...penalCodeDraft, version: Version }).check(checkRanges),
  reply: z.object({ ok: z.literal(true), item: PenalCode }),
})

export const removePenalCode = endpoint({
  method: 'DELETE',
  path: '/api/codes/penal/{id}',
  access: can('law.edit'),
  part: 'penal-codes',
  summary: 'Removes a penal code.',
  params: Params,
  reply: Removed,
})

/** The maximum number of codes in one imported file. */
export const MAX_CODES = 5_000

export const importTenCodes = endpoint({
  method: 'POST',
  path: '/api/codes/ten/import',
  access: can('import.run'),
  part: 'ten-codes',
  summary:
    'Imports 10-codes from a spreadsheet (CSV). All rows are imported or none, unless rows=good imports only the rows without errors. With missing=remove, codes that are not in the file are removed, and rows=good has no effect. With dryRun=true, nothing is stored and the report states what would change. With the `basis` of a dry run, the import returns 409 if it would now change something else.',
  ...listSheetCall,
  reply: ListReport,
})

export const importPenalCodes = endpoint({
  method: 'POST',
  path: '/api/codes/penal/import',
  access: can('import.run'),
  part: 'penal-codes',
  summary:
    'Imports penal codes from a spreadsheet (CSV). All rows are imported or none, unless rows=good imports only the rows without errors. With missing=remove, codes that are not in the file are removed, and rows=good has no effect. With dryRun=true, nothing is stored and the report states what would change. With the `basis` of a dry run, the import returns 409 if it would now change something else.',
  ...listSheetCall,
  reply: ListReport,
})

/** The contents of `community/codes/synonyms.yaml`: groups of words and phrases that mean the same in a search. */
export const SynonymFile = z.array(
  z.array(text(60)).check(z.minLength(2, 'two words or phrases or more that mean the same')),
)

const phrasesByCode = z._default(z.record(z.string(), phrases(80)), {})
/**
 * The contents of `community/codes/asked-as.yaml`: phrases that people use for a code, keyed by the 10-code or the
 * statute. Codes that the lists do not have are ignored, because staff may have removed them on the site.
 */
export const AskedAsFile = z.strictObject({ ten: phrasesByCode, penal: phrasesByCode })
/** The same phrases as maps, so that any code can be looked up safely. */
export type CodePhrases = Record<keyof z.output<typeof AskedAsFile>, ReadonlyMap<string, readonly string[]>>

export const findCalculator = endpoint({
  method: 'GET',
  path: '/api/codes/calculator',
  access: 'anyone',
  part: 'penal-codes',
  summary:
    'Returns the rules of the charge calculator: modifiers, rounding, caps, and the templates of the text to copy.',
  reply: z.object({ data: Calculator }),
})

export const listCodeSynonyms = endpoint({
  method: 'GET',
  path: '/api/codes/synonyms',
  access: 'anyone',
  summary: 'Lists the synonyms of the law book. The words of a group mean the same in a search.',
  reply: z.object({ data: z.array(z.array(z.string())) }),
})

export const endpoints = [
  findCalculator,
  listCodeSynonyms,
  listTenCodes,
  ...exportCalls(exportTenCodes),
  addTenCode,
  changeTenCode,
  removeTenCode,
  importTenCodes,
  listPenalCodes,
  ...exportCalls(exportPenalCodes),
  addPenalCode,
  changePenalCode,
  removePenalCode,
  importPenalCodes,
]

/** The contents of `community/codes/ten-codes.yaml`. */
export const TenCodeFile = z
  .array(TenCodeDraft)
  .check(eachOnce((draft) => tenCodeAnchor(draft.code), 'this code stands in the file twice'))

/** The contents of `community/codes/penal-codes.yaml`. */
export const PenalCodeFile = z
  .array(PenalCodeDraft)
  .check(eachOnce((draft) => penalCodeAnchor(draft.statute), 'this statute stands in the file twice'))

function eachOnce<T>(keyOf: (item: T) => string, message: string) {
  return z.superRefine<T[]>((items, context) => {
    const seen = new Set<string>()
    for (const [index, item] of items.entries()) {
      const key = keyOf(item)
      if (seen.has(key)) context.addIssue({ code: 'custom', path: [index], message })
      seen.add(key)
    }
  })
}
