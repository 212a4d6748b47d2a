/*
 * The front door's people: the departments with their command staff, the community's Leadership Team, and how one joins.
 * Strangers read them to find where they belong. All of it is the community's own content
 * (`community/departments/*.yaml` and its neighbours) and changes only with a restart; only the leaders' pictures are
 * those of Discord. What surprises: a department is a file, and its name is the address of its page; a post without a
 * name is an open post that can be applied for.
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

/** `main` is read on the surfaces of the page and on `deep`, which lies beneath words. */
export const Accents = z.strictObject({ main: Colour, deep: Colour })
export type Accents = z.infer<typeof Accents>

export const Post = z.strictObject({
  rank: words(60),
  unit: z.optional(words(60)),
  /** Who holds it; null is an open post. */
  name: z.nullable(words(60)),
  callsign: z.optional(words(12)),
  insignia: z.optional(MediaPath),
  /** What they say of the department; beside an open post, what is looked for. */
  quote: z.optional(words(280)),
})
export type Post = z.infer<typeof Post>

export const Division = z.strictObject({
  name: words(60),
  /** Two to five letters, as on the plate of its cars. */
  plate: words(5),
  heads: z.array(z.strictObject({ title: words(40), name: words(60) })),
  description: words(400),
})
export type Division = z.infer<typeof Division>

const face = {
  title: words(60),
  shortName: words(8),
  motto: words(80),
  /** Why somebody would join, for the home page. */
  summary: words(160),
  badge: MediaPath,
  accents: Accents,
  /** Whether it takes applications now; nothing is said where it is left out. */
  recruiting: z.optional(z.boolean()),
  /** What it asks of applicants. */
  asks: z.optional(z.array(words(80)).check(z.maxLength(6))),
}

/** `community/departments/<slug>.yaml` */
export const DepartmentFile = z.strictObject({
  ...face,
  application: Href,
  chat: Href,
  metadata: z.strictObject({
    title: words(70),
    description: words(300),
    /** The path that search engines keep for this page, where it is not its own. */
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

/** `community/departments.yaml`: what the home page says above them, and departments whose page is on another site. */
export const DepartmentsFile = z.strictObject({
  intro: words(160),
  elsewhere: z.array(z.strictObject({ ...face, href: Href })),
})

/** A department as the home page shows it. */
export const DepartmentCard = z.object({
  ...face,
  href: Href,
  /** Ranks that can be applied for. */
  openPosts: z.array(z.string()),
})
export type DepartmentCard = z.infer<typeof DepartmentCard>

const leader = { name: words(60), role: words(60), callsign: words(10), line: words(160) }

/** `community/leadership.yaml`. With their Discord ID the site shows the picture of those who signed in here. */
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

/** `community/home.yaml`: what the home page says to strangers. A community without the file has none of it. */
export const HomeFile = z.strictObject({
  /** How one joins, from the first step to the last. */
  steps: z
    .array(
      z.strictObject({ ...step, to: z.optional(z.enum(LINK_NAMES, `a link of site.yaml: ${LINK_NAMES.join(', ')}`)) }),
    )
    .check(z.maxLength(4)),
  /** Pictures of play, and what they show for those who cannot see them. */
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
  summary: 'All departments in brief: those with a page here, then those elsewhere.',
  reply: z.object({ intro: z.string(), data: z.array(DepartmentCard) }),
})

export type DepartmentList = z.infer<typeof listDepartments.reply>

const Slug = z.object({ slug: z.string() })

/** One department, by the name of its page. */
export const findDepartment = (slug: string) =>
  endpoint({
    method: 'GET',
    path: `/api/departments/${slug}`,
    access: 'anyone',
    params: Slug,
    summary: 'One department: its command staff, open posts and divisions.',
    reply: z.object({ item: Department }),
  })

export const listLeaders = endpoint({
  method: 'GET',
  path: '/api/leadership',
  access: 'anyone',
  topic: 'leadership',
  summary: 'The Leadership Team.',
  reply: z.object({ intro: z.string(), data: z.array(Leader) }),
})

export type LeaderList = z.infer<typeof listLeaders.reply>

export const findHomeWords = endpoint({
  method: 'GET',
  path: '/api/home',
  access: 'anyone',
  summary: 'What the home page says to strangers: how one joins, and pictures of play.',
  reply: z.object({ item: HomeWords }),
})

export const endpoints = [listDepartments, findDepartment('{slug}'), listLeaders, findHomeWords]
