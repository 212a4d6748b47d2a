import type { SiteLinks } from '#lib/site.ts'
import type { Department, DepartmentCard, HomeFile, HomeWords } from './contract.ts'

/** The home page's card of a department that has its page here. */
export function cardOf(department: Department): DepartmentCard {
  const { slug, title, shortName, motto, summary, badge, accents, executiveCommand, leadership } = department
  const { recruiting, asks } = department
  return {
    ...{ title, shortName, motto, summary, badge, accents, recruiting, asks },
    href: `/${slug}`,
    openPosts: [...executiveCommand, ...leadership].filter(({ name }) => name === null).map(({ rank }) => rank),
  }
}

/** The words of the home page, with the addresses that its steps lead to: one that site.yaml does not have is left out. */
export function homeWordsOf({ steps, pictures = [] }: HomeFile, links: SiteLinks): HomeWords {
  return {
    steps: steps.map(({ to, ...step }) => ({ ...step, href: to && links[to] })),
    pictures,
  }
}

/** Each department's colours for whatever stands inside `[data-department]`: pages carry no style of their own. */
export function accentStyles(departments: readonly Pick<Department, 'slug' | 'accents'>[]): string {
  return departments
    .map(({ slug, accents: { main, deep } }) => `[data-department="${slug}"]{--accent:${main};--accent-deep:${deep}}`)
    .join('\n')
}
