import type { Passage } from '#features/assistant/rules.ts'
import { splitList } from '#features/codes/charge-rules.ts'
import type { CodePhrases, PenalCodeDraft, TenCodeDraft } from '#features/codes/contract.ts'
import { penalCodeAnchor, rangeText, tenCodeAnchor } from '#features/codes/rules.ts'
import type { Law } from '#lib/law.ts'
import type { Translator } from '#lib/messages.ts'

/** The codes as passages that the assistant finds and quotes, in the language of the site. */
export function passagesOfCodes(
  tenCodes: readonly TenCodeDraft[],
  penalCodes: readonly PenalCodeDraft[],
  phrases: CodePhrases,
  law: Law | null,
  { t }: Translator,
): Passage[] {
  return [
    ...tenCodes.map(
      ({ code, meaning, category }): Passage => ({
        kind: 'code',
        title: `${code} ${meaning}`,
        number: code,
        trail: t('10-Codes'),
        href: `/ten-codes#${tenCodeAnchor(code)}`,
        text: sentences(
          t('The radio code {code} means: {meaning}.', { code, meaning }),
          category !== null && t('Category: {category}.', { category }),
        ),
        asked: phrases.ten.get(code) ?? [],
      }),
    ),
    ...penalCodes.map(
      ({ statute, title, class: grade, notes, aliases, ...costs }): Passage => ({
        kind: 'code',
        title: `${statute} ${title}`,
        number: statute,
        trail: t('Penal Codes'),
        href: `/penal-codes#${penalCodeAnchor(statute)}`,
        text: sentences(
          grade === null
            ? t('Statute {statute}, {title}.', { statute, title })
            : t('Statute {statute}, {title}: {grade}.', { statute, title, grade }),
          costs.fine !== null && t('Fine {amount}.', { amount: rangeText(costs.fine, costs.fine_max, law?.money) }),
          costs.jail !== null &&
            t('Jail {jail} {unit}.', { jail: rangeText(costs.jail, costs.jail_max), unit: law?.jail.unit ?? '' }),
          costs.points !== null && t('License points {points}.', { points: rangeText(costs.points, costs.points_max) }),
          notes,
        ),
        asked: [...(phrases.penal.get(statute) ?? []), ...splitList(aliases)],
      }),
    ),
  ]
}

const sentences = (...parts: (string | false | null)[]) => parts.filter(Boolean).join(' ')
