import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isNode, LineCounter, parseDocument } from 'yaml'
import * as core from 'zod/v4/core'
import { fromRoot } from '../paths.ts'
import { BadConfiguration } from './environment.ts'

/** A file of the community; a folder made for an older version, which lacks it, has the one that this program comes with. */
export function ownOrShipped(communityDir: string, name: string): string {
  const own = join(communityDir, name)
  return existsSync(own) ? own : join(fromRoot('community'), name)
}

/**
 * Reads one YAML file of the community against its schema. A mistake throws `BadConfiguration` with the file, the line
 * and what was expected; so does a file that is not there.
 */
export function readYaml<S extends core.$ZodType>(file: string, schema: S): core.output<S> {
  if (!existsSync(file)) throw new BadConfiguration([`${file} is missing`])
  const lines = new LineCounter()
  const document = parseDocument(readFileSync(file, 'utf8'), { lineCounter: lines })
  if (document.errors.length > 0) {
    throw new BadConfiguration(
      document.errors.map((error) => `${file}:${lines.linePos(error.pos[0]).line}: ${error.message.split('\n')[0]}`),
    )
  }
  const parsed = core.safeParse(schema, document.toJS())
  if (parsed.success) return parsed.data
  throw new BadConfiguration(
    parsed.error.issues.map((issue) => {
      const path = issue.path.map((step) => (typeof step === 'symbol' ? step.toString() : step))
      const unknown = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : []
      // Schemas have words of their own for some fields; zod's are for programmers.
      const why = issue.message.endsWith('received undefined') ? 'this is missing' : issue.message
      return `${file}:${lineOf([...path, ...unknown])}: ${path.join('.') || 'the file'}: ${why}`
    }),
  )

  /** The line of the value, or of its nearest parent where it is missing. */
  function lineOf(path: (string | number)[]): number {
    for (let depth = path.length; depth >= 0; depth--) {
      const node = depth === 0 ? document.contents : document.getIn(path.slice(0, depth), true)
      if (isNode(node) && node.range) return lines.linePos(node.range[0]).line
    }
    return 1
  }
}
