import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { DepartmentPlace } from '#lib/site.ts'
import { BadConfiguration } from '#server/config/environment.ts'
import { readYaml } from '#server/config/yaml.ts'
import {
  type Department,
  type DepartmentCard,
  DepartmentFile,
  DepartmentsFile,
  type Leader,
  LeadershipFile,
} from '../contract.ts'
import { cardOf } from '../rules.ts'

/** What the community's files say for its front door. */
export interface FrontDoor {
  /** In the order of their files' names. */
  departments: Department[]
  cards: { intro: string; data: DepartmentCard[] }
  leaders: { intro: string; data: Leader[] }
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
      throw new BadConfiguration([
        `${join(dir, file)}: the site has a page /${slug} already; give the file another name`,
      ])
    }
    return { slug, ...readYaml(join(dir, file), DepartmentFile) }
  })
  const { intro, elsewhere } = readYaml(join(communityDir, 'departments.yaml'), DepartmentsFile)
  const leadership = readYaml(join(communityDir, 'leadership.yaml'), LeadershipFile)
  return {
    departments,
    cards: { intro, data: [...departments.map(cardOf), ...elsewhere.map((card) => ({ ...card, openPosts: [] }))] },
    leaders: { intro: leadership.intro, data: leadership.team },
  }
}

/** What every page knows of the departments' pages: that they are there, and what they are called. */
export function placesOf(departments: readonly Department[]): DepartmentPlace[] {
  return departments.map(({ slug, metadata }) => ({ slug, ...metadata }))
}
