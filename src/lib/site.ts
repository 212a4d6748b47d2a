import * as z from 'zod/mini'
import { LANGUAGES } from './languages.ts'

/** A link's target: a web address, a mail address or a path on this site. Nothing else may become an href. */
export const Href = z.string().check(
  z.regex(/^(https?:\/\/[^/]|mailto:|\/(?![/\\]))[^\s\\\p{Cc}]*$/u, {
    error: 'a web address (https://…), mailto:… or a path (/…)',
    abort: true,
  }),
  z.refine((href) => href.startsWith('/') || URL.canParse(href), 'an address that a browser can open'),
)

/** The same, or an address that opens the game: only where people join a server. */
export const GameHref = z.union(
  [Href, z.string().check(z.regex(/^fivem:\/\/[\w[][^\s\\\p{Cc}"'<>]*$/u))],
  'a web address (https://…), fivem://connect/…, mailto:… or a path (/…)',
)

const LanguageCode = z.enum(LANGUAGES, `one of ${LANGUAGES.join(', ')}`)

/** A picture of the community's own, under `community/media/`. */
export const MediaPath = z
  .string()
  .check(z.regex(/^\/media\/[\w./-]+\.(svg|webp|jpg|png)$/, 'a picture under community/media, as /media/badge.svg'))

const OptionalHref = z.optional(Href)
const Links = z.strictObject({
  connect: z.optional(GameHref),
  createAccount: OptionalHref,
  discord: OptionalHref,
  store: OptionalHref,
  rules: OptionalHref,
  applications: OptionalHref,
  civilianSop: OptionalHref,
  support: OptionalHref,
  cad: OptionalHref,
  radio: OptionalHref,
  statistics: OptionalHref,
  records: OptionalHref,
  banAppeals: OptionalHref,
  status: OptionalHref,
  x: OptionalHref,
  tiktok: OptionalHref,
  email: OptionalHref,
})

/** The places that a community has elsewhere. What it does not have is not shown. */
export const SiteLinks = Links.check(
  z.refine(({ connect, discord }) => connect !== undefined || discord !== undefined, {
    error: 'connect or discord: people need one way in',
  }),
)
export type SiteLinks = z.infer<typeof SiteLinks>

export const LINK_NAMES = z.keyof(Links).options

const Locale = z
  .string()
  .check(z.refine((name) => isLocale(name), 'a locale in quotes, as "de-AT": a language and a country'))

function isLocale(name: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(name).length > 0
  } catch {
    return false // not even the form of one
  }
}

/** The days that a week may begin on. */
export const FIRST_DAYS = ['monday', 'sunday', 'saturday'] as const
export type FirstDay = (typeof FIRST_DAYS)[number]

/** What every page may know of the community: `community/site.yaml` without its Discord role ids. */
export const Site = z.strictObject({
  /** Full name, as in page titles. */
  name: z.string().check(z.minLength(1), z.maxLength(60)),
  /** Three to eight letters for tight places. */
  shortName: z.string().check(z.minLength(2), z.maxLength(8)),
  /** That of the site, and those that a visitor may choose instead. */
  language: z._default(LanguageCode, 'en'),
  otherLanguages: z._default(z.array(LanguageCode), []),
  /** Whose forms dates and amounts have, where not those of the language. */
  locale: z.optional(Locale),
  dateOrder: z.optional(z.enum(['month-day-year', 'day-month-year', 'year-month-day'])),
  clock: z.optional(z.literal([12, 24])),
  /** Whose days and times the site goes by, as `Europe/Berlin`; those of the viewer, and of the server, where it is not said. */
  timeZone: z.optional(z.string()),
  /** On which day the weeks of charts and filters begin; Monday where it is not said. */
  firstDayOfWeek: z.optional(z.enum(FIRST_DAYS)),
  tagline: z.string().check(z.minLength(1), z.maxLength(160)),
  description: z.string().check(z.minLength(1), z.maxLength(300)),
  links: SiteLinks,
  /** Who answers questions about the rules, and what it says first; its picture is media/assistant.svg. */
  assistant: z.strictObject({
    name: z.string().check(z.minLength(1), z.maxLength(30)),
    greeting: z.string().check(z.minLength(1), z.maxLength(400)),
    examples: z.array(z.string().check(z.minLength(1), z.maxLength(80))).check(z.maxLength(4)),
  }),
  /** Who builds the site; each can be mentioned on Discord. */
  developers: z.array(
    z.strictObject({
      name: z.string().check(z.minLength(1), z.maxLength(60)),
      discordId: z.string('a Discord ID in quotes').check(z.regex(/^\d{17,20}$/, 'a Discord ID: 17 to 20 digits')),
      avatar: MediaPath,
    }),
  ),
  /** The line under every page; `{year}` becomes the current year. */
  copyright: z.string(),
  builtWith: z.strictObject({ label: z.string(), href: Href }),
})
export type Site = z.infer<typeof Site>

/** A department's page, as every other page knows it. */
export interface DepartmentPlace {
  /** The page's path is `/` and this. */
  slug: string
  title: string
  description: string
  canonical?: string
  socialImage?: string
}
