/*
 * ES Quick Info: the links and short texts that people on duty need within a second, shown as cards. People with an ES
 * role and staff read them. Management edits them on the page itself. A link without an address copies its text instead
 * of opening, so it must have an address, a text, or both. An address can lead only to the web, to this site, to a
 * mailbox or to FiveM, so a card can never run a script. The key is made from the first title and then stays.
 */

import * as z from 'zod/mini'
import { can } from '#lib/access.ts'
import { endpoint } from '#lib/endpoint.ts'
import { exportCalls, exportsOf } from '#lib/export.ts'
import { msg, t } from '#lib/messages.ts'
import { ListReport, listSheetCall } from '#lib/sheet.ts'
import { GameHref } from '#lib/site.ts'
import { optionalText, text } from '#lib/text.ts'

declare module '#lib/topics.ts' {
  interface Topics {
    'quick-links': true
  }
}

const Key = text(60).check(z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, msg('Use a title with letters or digits.')))

const OptionalHref = z.pipe(
  z.optional(
    z.nullable(
      z.string(msg('Write an address here.')).check(
        z.trim(),
        z.maxLength(500, { error: () => t('Use at most {max} characters.', { max: 500 }) }),
        z.refine(
          (href) => href === '' || GameHref.safeParse(href).success,
          msg('Use a web address (https://…), fivem://connect/…, a path on this site (/…) or mailto:…'),
        ),
      ),
    ),
  ),
  z.transform((href) => href || null),
)

const Fields = {
  key: Key,
  title: text(80),
  desc: optionalText(200),
  /** A rule on the server checks the group and the icon against the community's choices. */
  group: z.string(msg('Pick one of the groups.')),
  icon: z.string(msg('Pick one of the icons.')),
  href: OptionalHref,
  copy: optionalText(500),
}

const Effect = z.object({ href: Fields.href, copy: Fields.copy })
const doesSomething = z.refine<{ href: string | null; copy: string | null }>(
  ({ href, copy }) => href !== null || copy !== null,
  {
    path: ['href'],
    error: msg('Give an address to open or a text to copy.'),
    // Report this together with errors of other fields, as soon as these two fields are valid.
    when: ({ value }) => Effect.safeParse(value).success,
  },
)

/** The fields of a link that management edits. */
export const QuickLinkDraft = z.strictObject(Fields).check(doesSomething)
export type QuickLinkDraft = z.infer<typeof QuickLinkDraft>

export const QuickLink = z.object({
  version: z.int(),
  key: z.string(),
  title: z.string(),
  desc: z.nullable(z.string()),
  group: Fields.group,
  icon: Fields.icon,
  href: z.nullable(z.string()),
  copy: z.nullable(z.string()),
})
export type QuickLink = z.infer<typeof QuickLink>

/**
 * The groups and icons from `community/quick-links.yaml`. A spreadsheet row without a group or icon gets the last one.
 */
export const QuickLinkChoices = z.object({
  groups: z.array(z.string()),
  icons: z.array(
    z.object({
      name: z.string(),
      /** The shapes of the icon. */
      drawing: z.array(z.tuple([z.string(), z.record(z.string(), z.string())])),
    }),
  ),
})
export type QuickLinkChoices = z.infer<typeof QuickLinkChoices>

/** The links from the same file, with which the site starts. */
export const quickLinksOf = (groups: readonly string[], icons: readonly string[]) =>
  z.array(z.strictObject({ ...Fields, group: z.enum(groups), icon: z.enum(icons) }).check(doesSomething))

const Params = z.object({ key: Key })
const Changed = z.object({ ok: z.literal(true), item: QuickLink })

export const listQuickLinks = endpoint({
  method: 'GET',
  path: '/api/es/quicklinks',
  access: 'es',
  topic: 'quick-links',
  part: 'es',
  summary: 'Lists all quick links, group by group.',
  reply: z.object({ data: z.array(QuickLink) }),
})

export const exportQuickLinks = exportsOf(listQuickLinks, {
  name: 'quick-links',
  summary: 'the quick links',
  isPersonal: false,
  row: QuickLink,
  key: 'key',
})

export const findQuickLinkChoices = endpoint({
  method: 'GET',
  path: '/api/es/quicklinks/choices',
  access: 'es',
  part: 'es',
  summary: 'Returns the groups and icons that a quick link can have, in their order.',
  reply: QuickLinkChoices,
})

export const addQuickLink = endpoint({
  method: 'POST',
  path: '/api/es/quicklinks',
  access: can('content.edit'),
  part: 'es',
  summary: 'Adds a quick link.',
  body: QuickLinkDraft,
  reply: Changed,
})

export const changeQuickLink = endpoint({
  method: 'PUT',
  path: '/api/es/quicklinks/{key}',
  access: can('content.edit'),
  part: 'es',
  summary: 'Replaces a quick link. Returns 409 if the version is outdated.',
  params: Params,
  body: z
    .strictObject({ ...Fields, version: z.int(msg('The version that was edited is needed.')).check(z.positive()) })
    .check(doesSomething),
  reply: Changed,
})

export const removeQuickLink = endpoint({
  method: 'DELETE',
  path: '/api/es/quicklinks/{key}',
  access: can('content.edit'),
  part: 'es',
  summary: 'Removes a quick link.',
  params: Params,
  reply: z.object({ ok: z.literal(true) }),
})

/** The most links that an imported file may contain. */
export const MAX_LINKS = 500

export const importQuickLinks = endpoint({
  method: 'POST',
  path: '/api/es/quicklinks/import',
  access: can('import.run'),
  part: 'es',
  summary:
    'Imports quick links from a spreadsheet (CSV). All rows are imported or none, unless rows=good imports only the rows without errors. With missing=remove, links that are not in the file are removed, and rows=good has no effect. With dryRun=true, nothing is stored and the report states what would change. With the `basis` of a dry run, the import returns 409 if it would now change something else.',
  ...listSheetCall,
  reply: ListReport,
})

export const endpoints = [
  listQuickLinks,
  ...exportCalls(exportQuickLinks),
  findQuickLinkChoices,
  addQuickLink,
  changeQuickLink,
  removeQuickLink,
  importQuickLinks,
]
