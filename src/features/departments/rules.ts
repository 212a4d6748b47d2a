import type { SiteLinks } from '#lib/site.ts'
import type { Department, DepartmentCard, HomeFile, HomeWords } from './contract.ts'

/** The home page's card of a department that has its own page here. */
export function cardOf(department: Department): DepartmentCard {
  const { slug, title, shortName, motto, summary, badge, accents, executiveCommand, leadership } = department
  const { recruiting, asks } = department
  return {
    ...{ title, shortName, motto, summary, badge, accents, recruiting, asks },
    href: `/${slug}`,
    openPosts: [...executiveCommand, ...leadership].filter(({ name }) => name === null).map(({ rank }) => rank),
  }
}

/** The texts of the home page. Each step gets the address of its link, unless site.yaml does not have that link. */
export function homeWordsOf({ steps, pictures = [] }: HomeFile, links: SiteLinks): HomeWords {
  return {
    steps: steps.map(({ to, ...step }) => ({ ...step, href: to && links[to] })),
    pictures,
  }
}

/** The CSS with each department's colours for elements in `[data-department]`. Pages cannot have inline styles. */
export function accentStyles(departments: readonly Pick<Department, 'slug' | 'accents'>[]): string {
  return departments
    .map(({ slug, accents: { main, deep } }) => `[data-department="${slug}"]{--accent:${main};--accent-deep:${deep}}`)
    .join('\n')
}
