/*
 * The people and texts of the public pages: the departments with their command staff, the community's Leadership Team,
 * and how to join. Visitors read them to find a department. All of it is content of the community
 * (`community/departments/*.yaml` and the files beside it) and changes only with a restart. Only the leaders' avatars
 * come from Discord.
 *
 * Things to know:
 * - A department is a file. The file's name is the address of the department's page.
 * - A post without a name is open: people can apply for it.
 */
import * as z from 'zod/mini'
import { endpoint } from '#lib/endpoint.ts'
import { GameHref, Href, LINK_NAMES, MediaPath } from '#lib/site.ts'

declare module '#lib/topics.ts' {
  interface Topics {
    leadership: true
  }
}

const words = (longest: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(longest))
const Colour = z.string().check(z.regex(/^#[0-9a-f]{6}$/i, { error: 'a colour in quotes, as "#dcb98a"', abort: true }))

/** `main` must be readable on the surfaces of the page and on `deep`. `deep` is a background for text. */
export const Accents = z.strictObject({ main: Colour, deep: Colour })
export type Accents = z.infer<typeof Accents>

export const Post = z.strictObject({
  rank: words(60),
  unit: z.optional(words(60)),
  /** The person who holds the post. Null for an open post. */
  name: z.nullable(words(60)),
  callsign: z.optional(words(12)),
  insignia: z.optional(MediaPath),
  /** The person's words about the department. For an open post, what the department looks for. */
  quote: z.optional(words(280)),
})
export type Post = z.infer<typeof Post>

export const Division = z.strictObject({
  name: words(60),
  /** Two to five letters, as on the licence plates of its cars. */
  plate: words(5),
  heads: z.array(z.strictObject({ title: words(40), name: words(60) })),
  description: words(400),
})
export type Division = z.infer<typeof Division>

const face = {
  title: words(60),
  shortName: words(8),
  motto: words(80),
  /** Why to join the department, for the home page. */
  summary: words(160),
  badge: MediaPath,
  accents: Accents,
  /** Whether it accepts applications now. If left out, nothing is shown. */
  recruiting: z.optional(z.boolean()),
  /** The requirements for applicants. */
  asks: z.optional(z.array(words(80)).check(z.maxLength(6))),
}

/** `community/departments/<slug>.yaml`. */
export const DepartmentFile = z.strictObject({
  ...face,
  application: Href,
  chat: Href,
  metadata: z.strictObject({
    title: words(70),
    description: words(300),
    /** The canonical path of the page for search engines, if it differs from its own path. */
    canonical: z.optional(z.string().check(z.regex(/^\/[a-z0-9/-]*$/, 'a path on this site, as /'))),
    socialImage: z.optional(MediaPath),
  }),
  executiveCommand: z.array(Post).check(z.minLength(1)),
  leadership: z.array(Post),
  divisions: z.strictObject({ heading: words(60), note: words(200), items: z.array(Division) }),
  subdivisions: z.optional(z.array(z.strictObject({ name: words(60), description: words(300) }))),
})

export const Department = z.strictObject({ ...DepartmentFile.shape, slug: z.string() })
export type Department = z.infer<typeof Department>

/** `community/departments.yaml`: the introduction on the home page, and departments whose page is on another site. */
export const DepartmentsFile = z.strictObject({
  intro: words(160),
  elsewhere: z.array(z.strictObject({ ...face, href: Href })),
})

/** A department on the home page. */
export const DepartmentCard = z.object({
  ...face,
  href: Href,
  /** The ranks of open posts. */
  openPosts: z.array(z.string()),
})
export type DepartmentCard = z.infer<typeof DepartmentCard>

const leader = { name: words(60), role: words(60), callsign: words(10), line: words(160) }

/** `community/leadership.yaml`. With a Discord ID, the site shows the avatar of a leader who has signed in here. */
export const LeadershipFile = z.strictObject({
  intro: words(160),
  team: z.array(
    z.strictObject({
      ...leader,
      discordId: z.optional(
        z.string('a Discord ID in quotes').check(z.regex(/^\d{17,20}$/, 'a Discord ID: 17 to 20 digits')),
      ),
    }),
  ),
})
export type LeadershipFile = z.infer<typeof LeadershipFile>

export const Leader = z.object({ ...leader, avatarUrl: z.optional(z.string()) })

const step = { title: words(40), text: words(160) }

/** `community/home.yaml`: the home page's texts for visitors. Without the file, they are not shown. */
export const HomeFile = z.strictObject({
  /** How to join, from the first step to the last. */
  steps: z
    .array(
      z.strictObject({ ...step, to: z.optional(z.enum(LINK_NAMES, `a link of site.yaml: ${LINK_NAMES.join(', ')}`)) }),
    )
    .check(z.maxLength(4)),
  /** Screenshots of the game with their text alternatives. */
  pictures: z.optional(z.array(z.strictObject({ picture: MediaPath, shows: words(160) })).check(z.maxLength(12))),
})
export type HomeFile = z.infer<typeof HomeFile>

const HomeWords = z.object({
  steps: z.array(z.object({ ...step, href: z.optional(GameHref) })),
  pictures: z.array(z.object({ picture: z.string(), shows: z.string() })),
})
export type HomeWords = z.infer<typeof HomeWords>

export const listDepartments = endpoint({
  method: 'GET',
  path: '/api/departments',
  access: 'anyone',
  summary: 'Lists all departments in brief: those with a page here, then those with a page elsewhere.',
  reply: z.object({ intro: z.string(), data: z.array(DepartmentCard) }),
})

export type DepartmentList = z.infer<typeof listDepartments.reply>

const Slug = z.object({ slug: z.string() })

/** One department, by the slug of its page. */
export const findDepartment = (slug: string) =>
  endpoint({
    method: 'GET',
    path: `/api/departments/${slug}`,
    access: 'anyone',
    params: Slug,
    summary: 'Returns a department with its command staff, open posts and divisions.',
    reply: z.object({ item: Department }),
  })

export const listLeaders = endpoint({
  method: 'GET',
  path: '/api/leadership',
  access: 'anyone',
  topic: 'leadership',
  summary: 'Lists the Leadership Team.',
  reply: z.object({ intro: z.string(), data: z.array(Leader) }),
})

export type LeaderList = z.infer<typeof listLeaders.reply>

export const findHomeWords = endpoint({
  method: 'GET',
  path: '/api/home',
  access: 'anyone',
  summary: 'Returns the content of the home page for visitors: the steps to join, and screenshots of the game.',
  reply: z.object({ item: HomeWords }),
})

export const endpoints = [listDepartments, findDepartment('{slug}'), listLeaders, findHomeWords]
