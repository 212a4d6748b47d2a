/*
 * The front door's people: the departments with their command staff, and the community's Leadership Team. Strangers read
 * them to find where they belong. All of it is the community's own content (`community/departments/*.yaml` and its
 * neighbours) and changes only with a restart. What surprises: a department is a file, and its name is the address of
 * its page; a post without a name is an open post that can be applied for.
 */
import * as z from 'zod/mini'
import { endpoint } from '#lib/endpoint.ts'
import { Href, MediaPath } from '#lib/site.ts'

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

export const Leader = z.strictObject({ name: words(60), role: words(60), callsign: words(10), line: words(160) })
export type Leader = z.infer<typeof Leader>

/** `community/leadership.yaml` */
export const LeadershipFile = z.strictObject({ intro: words(160), team: z.array(Leader) })

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
  summary: 'The Leadership Team.',
  reply: z.object({ intro: z.string(), data: z.array(Leader) }),
})

export type LeaderList = z.infer<typeof listLeaders.reply>

export const endpoints = [listDepartments, findDepartment('{slug}'), listLeaders]
