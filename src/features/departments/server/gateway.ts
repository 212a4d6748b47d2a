import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type * as core from 'zod/v4/core'
import type { DepartmentPlace } from '#lib/site.ts'
import { BadConfiguration } from '#server/config/environment.ts'
import { readYaml } from '#server/config/yaml.ts'
import { type Department, type DepartmentCard, DepartmentFile, ElsewhereFile, type Leader, LeadershipFile } from '../contract.ts'
import { cardOf } from '../rules.ts'

/** What the community's files say for its front door. */
export interface FrontDoor {
  /** In the order of their files' names. */
  departments: Department[]
  cards: DepartmentCard[]
  leaders: Leader[]
}

const NAME = /^([a-z][a-z0-9-]*)\.yaml$/

/**
 * Reads departments and leadership. `takenPaths` are the pages that the site has already. Throws `BadConfiguration`
 * with file and line.
 */
export function readFrontDoor(communityDir: string, takenPaths: readonly string[]): FrontDoor {
  const dir = join(communityDir, 'departments')
  const departments = (existsSync(dir) ? readdirSync(dir).sort() : []).map((file) => {
    const slug = NAME.exec(file)?.[1]
    if (slug === undefined) {
      throw new BadConfiguration([`${join(dir, file)}: name it as its page, in small letters: fhp.yaml is /fhp`])
    }
    if (takenPaths.some((path) => path.split('/')[1] === slug)) {
      throw new BadConfiguration([`${join(dir, file)}: the site has a page /${slug} already; give the file another name`])
    }
    return { slug, ...readYaml(join(dir, file), DepartmentFile) }
  })
  const elsewhere = readIfThere(join(communityDir, 'departments-elsewhere.yaml'), ElsewhereFile) ?? []
  return {
    departments,
    cards: [...departments.map(cardOf), ...elsewhere.map((card) => ({ ...card, openPosts: [] }))],
    leaders: readIfThere(join(communityDir, 'leadership.yaml'), LeadershipFile) ?? [],
  }
}

function readIfThere<S extends core.$ZodType>(file: string, schema: S): core.output<S> | undefined {
  return existsSync(file) ? readYaml(file, schema) : undefined
}

/** What every page knows of the departments' pages: that they are there, and what they are called. */
export function placesOf(departments: readonly Department[]): DepartmentPlace[] {
  return departments.map(({ slug, metadata }) => ({ slug, ...metadata }))
}
