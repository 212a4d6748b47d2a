import type { ListShape } from '#server/list-sheet.ts'
import { MAX_LINKS, QuickLinkDraft } from '../contract.ts'
import { keyOf, QUICK_LINK_GROUPS, QUICK_LINK_ICONS } from '../rules.ts'
import { groupSaid, headerOf, iconSaid, SHEET_FIELDS, type SheetField, sheetLabel } from '../sheet-rules.ts'

/** A spreadsheet of quick links. A row without a key is the link whose key its title makes. */
export const QUICK_LINKS: ListShape<SheetField, QuickLinkDraft> = {
  fieldsOf: (headers) => headers.map(headerOf),
  labelOf: sheetLabel,
  fields: SHEET_FIELDS,
  signs: ['title', 'group'],
  things: 'quick links',
  most: MAX_LINKS,
  draft: QuickLinkDraft,
  keyOf: ({ key, title }) => String(key || keyOf(String(title ?? ''))),
  keyField: 'key',
  nameOf: ({ title, group }) => ({ sign: group, name: title }),
  valueOf: (field, cell, report) => {
    if (field === 'group') {
      const group = groupSaid(cell)
      if (group === undefined) report(field, `"${cell}" is not one of these: ${QUICK_LINK_GROUPS.join(', ')}.`)
      return group
    }
    if (field === 'icon') {
      const icon = iconSaid(cell)
      if (icon === undefined) report(field, `"${cell}" is not one of these: ${QUICK_LINK_ICONS.join(', ')}.`)
      return icon
    }
    return cell
  },
}
