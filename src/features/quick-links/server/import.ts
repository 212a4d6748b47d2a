import { msg } from '#lib/messages.ts'
import type { ListShape } from '#server/list-sheet.ts'
import { notOneOf } from '#server/sheet.ts'
import { MAX_LINKS, type QuickLinkChoices, QuickLinkDraft } from '../contract.ts'
import { newLinkKey } from '../rules.ts'
import { headerOf, matchChoice, SHEET_FIELDS, type SheetField, sheetLabel } from '../sheet-rules.ts'

/** How a spreadsheet of quick links is read. A row without a key means the link whose key its title gives. */
export function quickLinkSheet({ groups, icons }: QuickLinkChoices): ListShape<SheetField, QuickLinkDraft> {
  const choices: Partial<Record<SheetField, readonly string[]>> = { group: groups, icon: icons.map(({ name }) => name) }
  return {
    fieldsOf: (headers) => headers.map(headerOf),
    labelOf: sheetLabel,
    fields: SHEET_FIELDS,
    headerFields: ['title', 'group'],
    recordsName: msg('quick links'),
    maxRows: MAX_LINKS,
    draft: QuickLinkDraft,
    keyOf: ({ key, title }) => String(key || newLinkKey(String(title ?? ''))),
    keyField: 'key',
    nameOf: ({ title, group }) => ({ sign: group, name: title }),
    valueOf: (field, cell, report) => {
      const allowed = choices[field]
      if (allowed === undefined) return cell
      const choice = matchChoice(cell, allowed)
      if (choice === undefined) report(field, notOneOf(cell, allowed))
      return choice
    },
  }
}
