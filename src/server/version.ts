import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { root } from './paths.ts'

const Package = z.object({
  version: z.string(),
  engines: z.object({ node: z.string() }),
  /**
   * The URL of the program's repository, in one of npm's two forms. Without it, the site does not check for releases.
   */
  repository: z.union([z.string(), z.object({ url: z.string() }).transform(({ url }) => url)]).optional(),
})

/** The program's version, required Node.js version and repository, from package.json. */
export const program = Package.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))
