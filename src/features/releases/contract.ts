/*
 * The running version of the site, and whether a newer one exists. Owners read it at /users. One process asks the
 * releases of the program's repository once a day. Nothing is asked when package.json names no repository on GitHub, or
 * when UPDATE_CHECK is off. The request contains nothing about this site.
 */
import * as z from 'zod/mini'
import { endpoint } from '#lib/endpoint.ts'

export const Release = z.object({
  /** For example `1.2.0`. */
  version: z.string(),
  /** The page that describes the release. */
  page: z.string(),
})
export type Release = z.infer<typeof Release>

export const findVersion = endpoint({
  method: 'GET',
  path: '/api/version',
  access: 'owner',
  summary: 'Returns the version of the site, and a newer version if one is known.',
  reply: z.object({
    version: z.string(),
    /** Null when none is known. */
    newer: z.nullable(Release),
    /** Whether the site checks for newer versions. */
    isAsked: z.boolean(),
  }),
})

export const endpoints = [findVersion]
