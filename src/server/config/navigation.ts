import { join } from 'node:path'
import * as z from 'zod'
import type { NavColumn, Navigation, NavLink } from '#lib/navigation.ts'
import { PARTS } from '#lib/part.ts'
import { Href, LINK_NAMES, type SiteLinks } from '#lib/site.ts'
import { drawingOf, ICON_NAMES } from './icons.ts'
import { suggestionFor } from './nearest.ts'
import { readYaml } from './yaml.ts'

/** The pixels left for the bar's links beside the emblem and two buttons, on a screen of 1024 pixels. */
const BAR = 490

/** The approximate width of the bar's links, in pixels. */
const widthOf = (links: readonly { label: string; icon?: string | undefined }[]) =>
  Math.round(links.reduce((sum, { label, icon }) => sum + 20 + label.length * 8.2 + (icon === undefined ? 0 : 22), 0))

const isLinkName = (to: string): to is keyof SiteLinks => LINK_NAMES.some((name) => name === to)

const EXPECTED = `a path (/…), a web address (https://…), mailto:… or the name of a link in site.yaml: ${LINK_NAMES.join(', ')}`

/** The schema of the file. `hasPage` returns whether this site can have a page at a path. */
function fileOf(hasPage: (path: string) => boolean) {
  const To = z.string(EXPECTED).superRefine((to, context) => {
    if (isLinkName(to)) return
    if (!Href.safeParse(to).success) {
      context.addIssue({ code: 'custom', message: `${EXPECTED}${suggestionFor(to, LINK_NAMES)}` })
    } else if (to.startsWith('/') && !to.startsWith('/media/') && !hasPage(pathOf(to))) {
      context.addIssue({ code: 'custom', message: 'a page of this site: it has none at this path' })
    }
  })
  const Label = z.string().trim().min(1).max(30)
  const Link = z.strictObject({ label: Label, to: To, icon: z.enum(ICON_NAMES).optional() })
  const Column = z.strictObject({ label: Label, links: z.array(Link).max(12) })
  return z.strictObject({
    off: z.array(z.enum(PARTS)),
    bar: z.array(Link).superRefine((links, context) => {
      const width = widthOf(links)
      if (width <= BAR) return
      const message = `the bar would not fit on a small laptop: it needs about ${width} pixels of ${BAR}. Shorten labels, or leave icons out`
      context.addIssue({ code: 'custom', message })
    }),
    footer: z.array(Column).max(3),
    departmentFooter: z.array(Column).max(3),
    social: z.array(Link).max(6),
  })
}

export type NavigationFile = z.infer<ReturnType<typeof fileOf>>

/** `/rules?x=1#y` → `/rules`. A slash at the end is removed too. */
const pathOf = (href: string) => href.split(/[?#]/)[0]?.replace(/(.)\/$/, '$1') ?? href

/** Reads `navigation.yaml`. Throws `BadConfiguration` with file and line. */
export const readNavigation = (dir: string, hasPage: (path: string) => boolean): NavigationFile =>
  readYaml(join(dir, 'navigation.yaml'), fileOf(hasPage))

/**
 * The links as pages show them. A link that site.yaml does not define, a link to a page that is not shown, and a column
 * without links are left out.
 */
export function navigationOf(file: NavigationFile, links: SiteLinks, showsPage: (path: string) => boolean): Navigation {
  const shown = (all: NavigationFile['bar']): NavLink[] =>
    all.flatMap(({ label, to, icon }) => {
      const href = isLinkName(to) ? links[to] : to
      if (href === undefined) return []
      if (href.startsWith('/') && !href.startsWith('/media/') && !showsPage(pathOf(href))) return []
      const drawing = icon === undefined ? undefined : drawingOf(icon)
      return [{ label, href, ...(drawing && { icon: drawing }) }]
    })
  const columns = (all: NavigationFile['footer']): NavColumn[] =>
    all
      .map((column) => ({ label: column.label, links: shown(column.links) }))
      .filter((column) => column.links.length > 0)
  return {
    bar: shown(file.bar),
    footer: columns(file.footer),
    departmentFooter: columns(file.departmentFooter),
    social: shown(file.social),
  }
}
