import type { Department, DepartmentCard } from './contract.ts'

/** The home page's card of a department that has its page here. */
export function cardOf(department: Department): DepartmentCard {
  const { slug, title, shortName, motto, summary, badge, accents, executiveCommand, leadership } = department
  return {
    ...{ title, shortName, motto, summary, badge, accents },
    href: `/${slug}`,
    openPosts: [...executiveCommand, ...leadership].filter(({ name }) => name === null).map(({ rank }) => rank),
  }
}

/** Each department's colours for whatever stands inside `[data-department]`: pages carry no style of their own. */
export function accentStyles(departments: readonly Pick<Department, 'slug' | 'accents'>[]): string {
  return departments
    .map(({ slug, accents: { main, deep } }) => `[data-department="${slug}"]{--accent:${main};--accent-deep:${deep}}`)
    .join('\n')
}
