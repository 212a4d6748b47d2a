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

/** An `Href`, or an address that opens the game. Only the links for joining a server use it. */
export const GameHref = z.union(
  [Href, z.string().check(z.regex(/^fivem:\/\/[\w[][^\s\\\p{Cc}"'<>]*$/u))],
  'a web address (https://…), fivem://connect/…, mailto:… or a path (/…)',
)

const LanguageCode = z.enum(LANGUAGES, `one of ${LANGUAGES.join(', ')}`)

/** The path of one of the community's own pictures in `community/media/`. */
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

/** The community's external links. A link that is left out is not shown. */
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
    return false // it throws a RangeError for a malformed locale
  }
}

/** The days that a week may begin on. */
export const FIRST_DAYS = ['monday', 'sunday', 'saturday'] as const
export type FirstDay = (typeof FIRST_DAYS)[number]

/** The facts about the community that are sent to every page: `community/site.yaml` without its Discord role ids. */
export const Site = z.strictObject({
  /** The community's full name, as in page titles. */
  name: z.string().check(z.minLength(1), z.maxLength(60)),
  /** A short name of two to eight characters, for places with little room. */
  shortName: z.string().check(z.minLength(2), z.maxLength(8)),
  /** The site's default language. `otherLanguages` are those that a visitor may choose instead. */
  language: z._default(LanguageCode, 'en'),
  otherLanguages: z._default(z.array(LanguageCode), []),
  /** The locale that formats dates and amounts. Defaults to the locale of `language`. */
  locale: z.optional(Locale),
  dateOrder: z.optional(z.enum(['month-day-year', 'day-month-year', 'year-month-day'])),
  clock: z.optional(z.literal([12, 24])),
  /**
   * The time zone of all days and times, as `Europe/Berlin`. Defaults to the viewer's, and on the server to its own.
   */
  timeZone: z.optional(z.string()),
  /** The first day of the week in charts and filters. Defaults to Monday. */
  firstDayOfWeek: z.optional(z.enum(FIRST_DAYS)),
  tagline: z.string().check(z.minLength(1), z.maxLength(160)),
  description: z.string().check(z.minLength(1), z.maxLength(300)),
  links: SiteLinks,
  /** The assistant's name, its first message and its example questions. Its picture is media/assistant.svg. */
  assistant: z.strictObject({
    name: z.string().check(z.minLength(1), z.maxLength(30)),
    greeting: z.string().check(z.minLength(1), z.maxLength(400)),
    examples: z.array(z.string().check(z.minLength(1), z.maxLength(80))).check(z.maxLength(4)),
  }),
  /** The site's developers. Visitors can copy a Discord mention of each. */
  developers: z.array(
    z.strictObject({
      name: z.string().check(z.minLength(1), z.maxLength(60)),
      discordId: z.string('a Discord ID in quotes').check(z.regex(/^\d{17,20}$/, 'a Discord ID: 17 to 20 digits')),
      avatar: MediaPath,
    }),
  ),
  /** The copyright line under every page. `{year}` becomes the current year. */
  copyright: z.string(),
  builtWith: z.strictObject({ label: z.string(), href: Href }),
})
export type Site = z.infer<typeof Site>

/** The facts about a department's page that every other page has. */
export interface DepartmentPlace {
  /** The page's path without its leading `/`. */
  slug: string
  title: string
  description: string
  canonical?: string
  socialImage?: string
}
