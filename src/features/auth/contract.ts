/*
 * Who is signed in and what they may do. Everybody signs in with Discord, and every right comes from Discord roles:
 * this site grants none itself. `auth/check` answers 200 `{ ok: false }` to someone signed out; browsers treat any
 * failure the same way. Sign-in is plain navigation (`/auth/discord` and back), so it has no endpoint here. Rights are
 * re-read from Discord while a session lives, so they may differ from the rights at sign-in. This feature also keeps
 * each person's preferences for a list (views, columns, widths). Only that person sees their preferences. The
 * preferences are not a record, and they do not affect who may read the list.
 */
import * as z from 'zod/mini'
import { STAFF_LEVELS } from '#lib/access.ts'
import { optional } from '#lib/address.ts'
import { endpoint } from '#lib/endpoint.ts'
import {
  DENSITIES,
  findView,
  MAX_COLUMNS,
  MAX_VIEW_NAME,
  MAX_VIEW_SEARCH,
  MAX_VIEWS,
  MAX_WIDTH,
  MIN_WIDTH,
} from '#lib/list-preferences.ts'
import { msg, t } from '#lib/messages.ts'
import { text } from '#lib/text.ts'

declare module '#lib/topics.ts' {
  interface Topics {
    /** The roles of the Discord server and their names. */
    'guild-roles': true
  }
}

/** A roster or checklist that only this community has. */
const FurtherList = z.object({
  key: z.string(),
  title: z.string(),
  readBy: z.enum(STAFF_LEVELS),
  changedBy: z.enum(STAFF_LEVELS),
  department: z.optional(z.string()),
})

export const AuthCheck = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(false) }),
  z.object({
    ok: z.literal(true),
    /** The Discord ID of the caller. */
    id: z.optional(z.string()),
    user: z.object({ username: z.string(), avatarUrl: z.string() }),
    isOwner: z.boolean(),
    isManagement: z.boolean(),
    isStaff: z.boolean(),
    isES: z.boolean(),
    canESQuick: z.boolean(),
    /**
     * Further capabilities that the community's file gives to the caller's roles. Each is `can:` and the capability,
     * followed by `@` and the department where it holds in one department only.
     */
    capabilities: z.optional(z.array(z.string())),
    /** The further rosters and checklists that the caller may read. Absent when the community has none. */
    lists: z.optional(z.object({ rosters: z.array(FurtherList), checklists: z.array(FurtherList) })),
  }),
])
export type AuthCheck = z.infer<typeof AuthCheck>

export const checkAuth = endpoint({
  method: 'GET',
  path: '/api/auth/check',
  access: 'anyone',
  summary:
    'Returns who is signed in, what their Discord roles allow, and which further rosters and checklists they can read. Returns `ok: false` if nobody is signed in.',
  reply: AuthCheck,
})

export const logout = endpoint({
  method: 'POST',
  path: '/api/auth/logout',
  access: 'anyone',
  summary: 'Ends the session of the browser. The reply is the same if there was none.',
  reply: z.object({ ok: z.literal(true) }),
})

/**
 * A person with the name that every page shows: the name on the roster, else the guild nickname, else the Discord name.
 */
const FoundPerson = z.object({
  id: z.string(),
  name: z.string(),
  /** Further names by which a search finds the person. */
  other_names: z.array(z.string()),
  callsign: z.nullable(z.string()),
  position: z.nullable(z.string()),
})
export type FoundPerson = z.infer<typeof FoundPerson>

export const findPeople = endpoint({
  method: 'GET',
  path: '/api/people',
  access: 'staff',
  summary:
    'Searches the people on the rosters and the people who signed in here by a part of a name, callsign or Discord ID. Returns at most 50, ordered by name.',
  query: z.object({ query: optional(text(100)) }),
  reply: z.object({ data: z.array(FoundPerson) }),
})

/** A list shows at most this many people at a time, and this many IDs still fit into an address. */
export const MAX_PICTURES = 250

export const listPictures = endpoint({
  method: 'GET',
  path: '/api/people/pictures',
  access: 'staff',
  summary: `Returns the avatar URLs of people, by Discord ID. People who never signed in here or have no avatar are left out. \`ids\` holds at most ${MAX_PICTURES} Discord IDs, separated by commas.`,
  query: z.object({
    ids: z.string().check(z.regex(new RegExp(`^\\d{1,20}(,\\d{1,20}){0,${MAX_PICTURES - 1}}$`))),
  }),
  reply: z.object({ data: z.record(z.string(), z.string()) }),
})

/** The path of the list's page. */
const List = z
  .string(msg('Name a list by the path of its page.'))
  .check(
    z.maxLength(100, msg('Name a list by the path of its page.')),
    z.regex(/^(\/[a-z0-9-]+)+$/, msg('Name a list by the path of its page.')),
  )
const Column = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,60}$/))
const View = z.strictObject({
  name: text(MAX_VIEW_NAME),
  /** A URL query string without `?`: all characters other than ASCII are percent-encoded. */
  search: z
    .string()
    .check(
      z.maxLength(MAX_VIEW_SEARCH, msg('This view has too many filters.')),
      z.regex(/^[!-~]*$/),
      z.regex(/^[^?#]*$/),
    ),
})

const Preferences = z.strictObject({
  views: z.array(View).check(
    z.maxLength(MAX_VIEWS, { error: () => t('A list has at most {max} views.', { max: MAX_VIEWS }) }),
    z.refine(
      (views) => views.every((view) => findView(views, view.name) === view),
      msg('There is already a view with this name.'),
    ),
  ),
  hidden: z.array(Column).check(z.maxLength(MAX_COLUMNS)),
  widths: z
    .record(Column, z.int().check(z.gte(MIN_WIDTH), z.lte(MAX_WIDTH)))
    .check(z.refine((widths) => Object.keys(widths).length <= MAX_COLUMNS)),
  density: z.nullable(z.enum(DENSITIES)),
})

/** Version 0 means that nothing has been saved for this list yet. */
export const KeptPreferences = z.strictObject({
  version: z.int().check(z.gte(0), z.lt(2 ** 31 - 1)),
  preferences: Preferences,
})
export type KeptPreferences = z.infer<typeof KeptPreferences>

export const findListPreferences = endpoint({
  method: 'GET',
  path: '/api/list-preferences',
  access: 'member',
  summary: 'Returns the preferences of the caller for a list: views, hidden columns, column widths and row density.',
  query: z.object({ list: List }),
  reply: KeptPreferences,
})

export const changeListPreferences = endpoint({
  method: 'PUT',
  path: '/api/list-preferences',
  access: 'member',
  summary: 'Replaces the preferences of the caller for a list. Returns 409 if the version is outdated.',
  body: z.extend(KeptPreferences, { list: List }),
  reply: z.object({ ok: z.literal(true), item: KeptPreferences }),
})

export const endpoints = [checkAuth, logout, findPeople, listPictures, findListPreferences, changeListPreferences]

/** Why a sign-in did not end in a session. */
export const SIGN_IN_PROBLEMS = ['denied', 'code', 'state', 'unavailable', 'outside-guild'] as const
export type SignInProblem = (typeof SIGN_IN_PROBLEMS)[number]
