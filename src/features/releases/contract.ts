/*
 * Which version of the site runs, and whether a newer one is there. Owners read it at /users. One process asks the
 * releases of the program's repository once a day. What surprises: nothing is asked where package.json names no
 * repository on GitHub, or UPDATE_CHECK is off; and what is asked says nothing about this site.
 */
import * as z from 'zod/mini'
import { endpoint } from '#lib/endpoint.ts'

export const Release = z.object({
  /** Such as `1.2.0`. */
  version: z.string(),
  /** Where it is described. */
  page: z.string(),
})
export type Release = z.infer<typeof Release>

export const findVersion = endpoint({
  method: 'GET',
  path: '/api/version',
  access: 'owner',
  summary: 'The version of the site, and the newer one where one is known.',
  reply: z.object({
    version: z.string(),
    /** Null where none is known. */
    newer: z.nullable(Release),
    /** Whether the site looks for one. */
    isAsked: z.boolean(),
  }),
})

export const endpoints = [findVersion]
