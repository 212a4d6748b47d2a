import { HOME_IMAGE, type Page } from '#lib/page.ts'
import { isOn, type Part } from '#lib/part.ts'
import type { DepartmentPlace } from '#lib/site.ts'
import { DEPARTMENT_PAGE, PAGES } from './routes.tsx'

/** The page of one department. The community's content says which departments there are. */
function departmentPage({ slug, title, description, canonical, socialImage = HOME_IMAGE }: DepartmentPlace): Page {
  return {
    path: `/${slug}`,
    ...DEPARTMENT_PAGE,
    title,
    description: () => description,
    canonical,
    socialImage,
    file: 'department.tsx',
    footer: 'department',
    lists: [`/api/departments/${slug}`],
  }
}

/** The settings and content that decide which pages a community has. */
export interface PagesOf {
  departments: readonly DepartmentPlace[]
  off: readonly Part[]
  titles?: Readonly<Record<string, string>> | undefined
  /** The pages of the lists that only this community has. */
  further?: readonly Page[] | undefined
}

/**
 * All pages of a community: the site's own pages except those that are turned off, with the community's titles, and the
 * community's own pages.
 */
export function pagesOf({ departments, off, titles = {}, further = [] }: PagesOf): readonly Page[] {
  const own = PAGES.filter(({ part }) => isOn(off, part)).map((page) => ({
    ...page,
    // An import page has the title of its list.
    title: titles[page.path.replace(/\/import$/, '')] ?? page.title,
  }))
  return [...own, ...further, ...departments.map(departmentPage)]
}

/** Finds the page at a path. A trailing slash makes no difference. */
export function pageAt(pages: readonly Page[], pathname: string): Page | undefined {
  const path = pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname
  return pages.find((page) => new RegExp(`^${page.path.replace(/:\w+/, '[^/]+')}$`).test(path))
}
