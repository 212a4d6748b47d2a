import type { Place } from '#lib/further-places.ts'
import { msg, t } from '#lib/messages.ts'
import { HOME_IMAGE, type Page } from '#lib/page.ts'
import { isOn, type Part } from '#lib/part.ts'
import type { DepartmentPlace } from '#lib/site.ts'

/** What everybody's own page is made of. */
const OWN_LISTS = ['/api/staff-da/types', '/api/trialmods/checklist'] as const

/** Every page of the site itself; departments have theirs beside these. */
export const PAGES: readonly Page[] = [
  {
    path: '/',
    access: 'anyone',
    title: (site) => `${site.name}: ${site.tagline}`,
    description: (site) => site.description,
    lists: ['/api/departments', '/api/leadership'],
    load: () => import('./pages/home.tsx'),
  },
  {
    path: '/supporters',
    access: 'anyone',
    part: 'supporters',
    title: msg('Supporters'),
    description: ({ name }) => t('The people who keep {name} running: every supporter, tier by tier.', { name }),
    lists: ['/api/supporters'],
    load: () => import('./pages/supporters.tsx'),
  },
  {
    path: '/rules',
    access: 'anyone',
    title: msg('Rules'),
    description: ({ name }) =>
      t('The rules of {name}: conduct, roleplay, crime, departments, staff and appeals.', { name }),
    lists: ['/api/rules'],
    load: () => import('./pages/rules.tsx'),
  },
  {
    path: '/rules/answer',
    access: 'anyone',
    title: msg('A shared answer'),
    lists: ['/api/rules'],
    load: () => import('./pages/rules-answer.tsx'),
  },
  {
    path: '/rules/:slug',
    access: 'anyone',
    lists: (slug) => ['/api/rules', `/api/rules/${slug}`],
    load: () => import('./pages/rules-slug.tsx'),
  },
  {
    path: '/verify',
    access: 'anyone',
    part: 'verify',
    title: msg('IRL Verification'),
    description: ({ name }) => t('Who can have what they do in real life confirmed for {name}, and how.', { name }),
    lists: ['/api/verification/groups'],
    load: () => import('./pages/verify.tsx'),
  },
  {
    path: '/login',
    access: 'anyone',
    title: msg('Sign in'),
    load: () => import('./pages/login.tsx'),
  },
  {
    path: '/ten-codes',
    access: 'anyone',
    part: 'ten-codes',
    title: msg('10-Codes'),
    description: ({ name }) =>
      t('The 10-codes and signals that units and dispatch of {name} say on the radio.', { name }),
    lists: ['/api/codes/ten'],
    load: () => import('./pages/ten-codes.tsx'),
  },
  {
    path: '/ten-codes/import',
    access: 'management',
    part: 'ten-codes',
    title: msg('10-Codes'),
    isImport: true,
    load: () => import('./pages/ten-codes-import.tsx'),
  },
  {
    path: '/penal-codes',
    access: 'anyone',
    part: 'penal-codes',
    title: msg('Penal Codes'),
    description: (_site, law) => law?.description ?? '',
    lists: ['/api/codes/penal'],
    load: () => import('./pages/penal-codes.tsx'),
  },
  {
    path: '/penal-codes/import',
    access: 'management',
    part: 'penal-codes',
    title: msg('Penal Codes'),
    isImport: true,
    load: () => import('./pages/penal-codes-import.tsx'),
  },
  {
    path: '/me',
    access: 'member',
    title: msg('My account'),
    link: { group: 'Account', icon: 'circle-user' },
    preload: ['/api/me'],
    lists: OWN_LISTS,
    load: () => import('./pages/me.tsx'),
  },
  {
    path: '/users',
    access: 'owner',
    title: msg('Users'),
    link: { group: 'Owner', icon: 'user-cog' },
    preload: ['/api/users/sessions'],
    load: () => import('./pages/users.tsx'),
  },
  {
    path: '/verifications',
    access: 'owner',
    part: 'verify',
    title: msg('Verifications'),
    link: { group: 'Owner', icon: 'badge-check' },
    preload: ['/api/verifications'],
    lists: ['/api/verification/groups'],
    load: () => import('./pages/verifications.tsx'),
  },
  {
    path: '/audit',
    access: 'owner',
    title: msg('Audit'),
    link: { group: 'Owner', icon: 'file-clock' },
    preload: ['/api/audit?page=1&pageSize=50'],
    load: () => import('./pages/audit.tsx'),
  },
  {
    path: '/ingest-tokens',
    access: 'owner',
    title: msg('Game server tokens'),
    link: { group: 'Owner', icon: 'key-round' },
    preload: ['/api/ingest/tokens'],
    load: () => import('./pages/ingest-tokens.tsx'),
  },
  {
    path: '/doctor',
    access: 'owner',
    title: msg('Doctor'),
    link: { group: 'Owner', icon: 'stethoscope' },
    preload: ['/api/doctor'],
    load: () => import('./pages/doctor.tsx'),
  },
  {
    path: '/es',
    access: 'es',
    part: 'es',
    title: msg('ES Quick Info'),
    link: { group: 'ES', icon: 'book-open', label: msg('ES Information') },
    preload: ['/api/es/quicklinks'],
    lists: ['/api/es/quicklinks/choices'],
    load: () => import('./pages/es.tsx'),
  },
  {
    path: '/es/import',
    access: 'management',
    part: 'es',
    title: msg('ES Quick Info'),
    isImport: true,
    lists: ['/api/es/quicklinks/choices'],
    load: () => import('./pages/es-import.tsx'),
  },
  {
    path: '/staff-roster',
    access: 'staff',
    title: msg('Staff Roster'),
    link: { group: 'Staff', icon: 'users-round' },
    preload: ['/api/roster'],
    lists: ['/api/rosters', '/api/trialmods/checklist'],
    load: () => import('./pages/staff-roster.tsx'),
  },
  {
    path: '/staff-roster/import',
    access: 'management',
    title: msg('Staff Roster'),
    isImport: true,
    lists: ['/api/rosters'],
    load: () => import('./pages/staff-roster-import.tsx'),
  },
  {
    path: '/trial-mod-checklist',
    access: 'staff',
    title: msg('Trial Mod Checklist'),
    link: { group: 'Staff', icon: 'clipboard-check' },
    preload: ['/api/trialmods'],
    lists: ['/api/rosters', '/api/trialmods/checklist'],
    load: () => import('./pages/trial-mod-checklist.tsx'),
  },
  {
    path: '/trial-mod-checklist/import',
    access: 'management',
    title: msg('Trial Mod Checklist'),
    isImport: true,
    lists: ['/api/trialmods/checklist'],
    load: () => import('./pages/trial-mod-checklist-import.tsx'),
  },
  {
    path: '/staff-da-database',
    access: 'staff',
    title: msg('Staff DA Database'),
    link: { group: 'Staff', icon: 'scroll-text' },
    preload: ['/api/staff-da?sort=date%3Adesc&page=1&pageSize=25'],
    lists: ['/api/staff-da/types'],
    load: () => import('./pages/staff-da-database.tsx'),
  },
  {
    path: '/staff-da-database/import',
    access: 'management',
    title: msg('Staff DA Database'),
    isImport: true,
    lists: ['/api/staff-da/types'],
    load: () => import('./pages/staff-da-database-import.tsx'),
  },
  {
    path: '/assistant',
    access: 'management',
    title: msg('Questions to the assistant'),
    link: { group: 'Staff', icon: 'message-circle-question-mark', label: msg('Assistant Questions') },
    preload: ['/api/assistant/questions', '/api/assistant/phrases'],
    load: () => import('./pages/assistant.tsx'),
  },
  {
    path: '/dev-roster',
    access: 'staff',
    part: 'dev-roster',
    title: msg('Development Roster'),
    preload: ['/api/dev-roster'],
    lists: ['/api/rosters'],
    load: () => import('./pages/dev-roster.tsx'),
  },
  {
    path: '/dev-roster/import',
    access: 'management',
    part: 'dev-roster',
    title: msg('Development Roster'),
    isImport: true,
    lists: ['/api/rosters'],
    load: () => import('./pages/dev-roster-import.tsx'),
  },
  {
    path: '/session-expired',
    access: 'anyone',
    status: 401,
    leadsBack: true,
    title: msg('Session Expired'),
    load: () => import('./pages/session-expired.tsx'),
  },
  {
    path: '/rate-limit',
    access: 'anyone',
    status: 429,
    title: msg('Too Many Requests'),
    load: () => import('./pages/rate-limit.tsx'),
  },
  {
    path: '/access-denied',
    access: 'anyone',
    status: 403,
    title: msg('Access Denied'),
    load: () => import('./pages/access-denied.tsx'),
  },
  {
    path: '/api/docs',
    access: 'anyone',
    title: msg('API'),
    lists: ['/api/openapi.json'],
    load: () => import('./pages/api-docs.tsx'),
  },
]

/** The layout that all departments' pages share. */
export const DEPARTMENT_PAGE: Pick<Page, 'access' | 'load'> = {
  access: 'anyone',
  load: () => import('./pages/department.tsx'),
}

/** A department's page: the community's content decides which there are. */
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

/** The pages of a further roster: the community's content decides which there are. */
function rosterPages({ key, title, readBy, changedBy }: Place): Page[] {
  const path = `/rosters/${key}`
  return [
    {
      path,
      access: readBy,
      title,
      link: { group: 'Staff', icon: 'users-round' },
      file: 'further-roster.tsx',
      preload: [`/api${path}`],
      lists: ['/api/rosters'],
      load: () => import('./pages/further-roster.tsx'),
    },
    {
      path: `${path}/import`,
      access: changedBy,
      title,
      isImport: true,
      file: 'further-roster-import.tsx',
      lists: ['/api/rosters'],
      load: () => import('./pages/further-roster-import.tsx'),
    },
  ]
}

/** The pages of a further checklist. */
function checklistPages({ key, title, readBy, changedBy }: Place): Page[] {
  const path = `/checklists/${key}`
  const lists = ['/api/rosters', contentOf(key)] as const
  return [
    {
      path,
      access: readBy,
      title,
      link: { group: 'Staff', icon: 'clipboard-check' },
      file: 'further-checklist.tsx',
      preload: [`/api${path}`],
      lists,
      load: () => import('./pages/further-checklist.tsx'),
    },
    {
      path: `${path}/import`,
      access: changedBy,
      title,
      isImport: true,
      file: 'further-checklist-import.tsx',
      lists,
      load: () => import('./pages/further-checklist-import.tsx'),
    },
  ]
}

/** Which stages a further checklist has. */
const contentOf = (key: string) => `/api/checklists/${key}/checklist` as const

/** What decides which pages a community has. */
export interface PagesOf {
  departments: readonly DepartmentPlace[]
  off: readonly Part[]
  titles?: Readonly<Record<string, string>> | undefined
  rosters?: readonly Place[] | undefined
  checklists?: readonly Place[] | undefined
}

/**
 * All pages of a community: the site's own but for what it turned off, under its own titles, and those of each further
 * roster and checklist and each department.
 */
export function pagesOf({ departments, off, titles = {}, rosters = [], checklists = [] }: PagesOf): readonly Page[] {
  const own = PAGES.filter(({ part }) => isOn(off, part)).map((page) => ({
    ...page,
    // An import has the title of its list.
    title: titles[page.path.replace(/\/import$/, '')] ?? page.title,
    // It shows how far they are on each checklist.
    ...(page.path === '/me' && { lists: [...OWN_LISTS, ...checklists.map(({ key }) => contentOf(key))] }),
  }))
  const further = [...rosters.flatMap(rosterPages), ...checklists.flatMap(checklistPages)]
  return [...own, ...further, ...departments.map(departmentPage)]
}

/** The page of a path; a trailing slash is the same page. */
export function pageAt(pages: readonly Page[], pathname: string): Page | undefined {
  const path = pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname
  return pages.find((page) => new RegExp(`^${page.path.replace(/:\w+/, '[^/]+')}$`).test(path))
}
