import { existsSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { findUnreadableBackgrounds, findUnreadableColours } from '#lib/colour.ts'
import type { DepartmentPlace } from '#lib/site.ts'
import { BadConfiguration } from '#server/config/environment.ts'
import { isLeftover } from '#server/config/leftovers.ts'
import { readGrounds } from '#server/config/look.ts'
import { createReading } from '#server/config/reading.ts'
import { readYaml } from '#server/config/yaml.ts'
import {
  type Accents,
  type Department,
  type DepartmentCard,
  DepartmentFile,
  DepartmentsFile,
  HomeFile,
  LeadershipFile,
} from '../contract.ts'
import { cardOf } from '../rules.ts'

/** The content of the community's files for the public pages. */
export interface PublicContent {
  /** In the order of their file names. */
  departments: Department[]
  cards: { intro: string; data: DepartmentCard[] }
  leaders: LeadershipFile
  /** Null if the community has no such file. */
  home: HomeFile | null
}

const NAME = /^([a-z][a-z0-9-]*)\.yaml$/

/**
 * Reads the departments, the leadership and the home page. `takenPaths` are the paths of the site's other pages. Throws
 * `BadConfiguration` with file and line.
 */
export function readPublicContent(communityDir: string, takenPaths: readonly string[]): PublicContent {
  const dir = join(communityDir, 'departments')
  const files = existsSync(dir) ? readdirSync(dir).filter((file) => file.endsWith('.yaml') && !isLeftover(file)) : []
  const { surfaces, words } = readGrounds(communityDir)
  /** Text must be readable on `deep`, and `main` must be readable on every background. */
  const accentProblems = ({ main, deep }: Accents, path: (string | number)[]) => [
    ...findUnreadableColours([{ path: [...path, 'main'], colour: main }], { ...surfaces, deep }),
    ...findUnreadableBackgrounds([{ path: [...path, 'deep'], colour: deep }], words),
  ]
  const pageFile = DepartmentFile.check(({ value, issues }) => {
    for (const problem of accentProblems(value.accents, ['accents']))
      issues.push({ code: 'custom', input: value, ...problem })
  })
  const cardFile = DepartmentsFile.check(({ value, issues }) => {
    const problems = value.elsewhere.flatMap(({ accents }, at) => accentProblems(accents, ['elsewhere', at, 'accents']))
    for (const problem of problems) issues.push({ code: 'custom', input: value, ...problem })
  })
  const { now, end } = createReading()
  const pages = files.sort().map((file) => now(() => readDepartment(join(dir, file), pageFile, takenPaths)))
  const cards = now(() => readYaml(join(communityDir, 'departments.yaml'), cardFile))
  const leaders = now(() => readYaml(join(communityDir, 'leadership.yaml'), LeadershipFile))
  const homeFile = join(communityDir, 'home.yaml')
  const home = now(() => (existsSync(homeFile) ? readYaml(homeFile, HomeFile) : null))
  end()
  const departments = pages.map((page) => page())
  const { intro, elsewhere } = cards()
  return {
    departments,
    cards: { intro, data: [...departments.map(cardOf), ...elsewhere.map((card) => ({ ...card, openPosts: [] }))] },
    leaders: leaders(),
    home: home(),
  }
}

function readDepartment(file: string, pageFile: typeof DepartmentFile, takenPaths: readonly string[]): Department {
  const slug = NAME.exec(basename(file))?.[1]
  if (slug === undefined) {
    throw new BadConfiguration([`${file}: name it as its page, in small letters: fhp.yaml is /fhp`])
  }
  if (takenPaths.some((path) => path.split('/')[1] === slug)) {
    throw new BadConfiguration([`${file}: the site has a page /${slug} already; give the file another name`])
  }
  return { slug, ...readYaml(file, pageFile) }
}

/** The facts that every page has about the departments' pages: their addresses and metadata. */
export function placesOf(departments: readonly Department[]): DepartmentPlace[] {
  return departments.map(({ slug, metadata }) => ({ slug, ...metadata }))
}
