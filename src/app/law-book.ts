import type { Passage } from '#features/assistant/rules.ts'
import type { CodePhrases, PenalCodeDraft, TenCodeDraft } from '#features/codes/contract.ts'
import { penalCodeAnchor, tenCodeAnchor } from '#features/codes/rules.ts'
import type { Law } from '#lib/law.ts'
import { amountText } from '#lib/money.ts'

/** The codes as the assistant finds and quotes them. */
export function passagesOfCodes(
  tenCodes: readonly TenCodeDraft[],
  penalCodes: readonly PenalCodeDraft[],
  phrases: CodePhrases,
  law: Law | null,
): Passage[] {
  return [
    ...tenCodes.map(
      ({ code, meaning, category }): Passage => ({
        kind: 'code',
        title: `${code} ${meaning}`,
        number: code,
        trail: '10-Codes',
        href: `/ten-codes#${tenCodeAnchor(code)}`,
        text: `The radio code ${code} means: ${meaning}.${category === null ? '' : ` Category: ${category}.`}`,
        asked: phrases.ten.get(code) ?? [],
      }),
    ),
    ...penalCodes.map(
      ({ statute, title, class: grade, fine, jail, points, notes }): Passage => ({
        kind: 'code',
        title: `${statute} ${title}`,
        number: statute,
        trail: 'Penal Codes',
        href: `/penal-codes#${penalCodeAnchor(statute)}`,
        text: [
          `Statute ${statute}, ${title}${grade === null ? '' : `: ${grade}`}.`,
          fine === null ? '' : `Fine ${law === null ? fine : amountText(fine, law.money)}.`,
          jail === null ? '' : `Jail ${jail} ${law?.jail.unit ?? ''}.`,
          points === null ? '' : `License points ${points}.`,
          notes ?? '',
        ]
          .filter(Boolean)
          .join(' '),
        asked: phrases.penal.get(statute) ?? [],
      }),
    ),
  ]
}
