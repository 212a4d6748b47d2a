import type { Page } from '#lib/page.ts'
import type { DepartmentPlace } from '#lib/site.ts'

/** Every page of the site itself; departments have theirs beside these. */
export const PAGES: readonly Page[] = [
  {
    path: '/',
    access: 'anyone',
    title: (site) => `${site.name}: ${site.tagline}`,
    description: (site) => site.description,
    lists: ['/api/departments', '/api/leadership'],
    load: () => import('./pages/home.tsx').then((module) => module.HomePage),
  },
  {
    path: '/supporters',
    access: 'anyone',
    title: (site) => `Supporters · ${site.name}`,
    description: (site) => `The people who keep ${site.name} running: every supporter, tier by tier.`,
    lists: ['/api/supporters'],
    socialImage: '/media/social/supporters.jpg',
    topics: ['supporters'],
    load: () => import('./pages/supporters.tsx').then((module) => module.SupportersPage),
  },
  {
    path: '/rules',
    access: 'anyone',
    title: (site) => `Rules · ${site.name}`,
    description: (site) => `The rules of ${site.name}: conduct, roleplay, crime, departments, staff and appeals.`,
    lists: ['/api/rules'],
    socialImage: '/media/social/rules.jpg',
    load: () => import('./pages/rules.tsx').then((module) => module.RulesPage),
  },
  {
    path: '/rules/:slug',
    access: 'anyone',
    lists: (slug) => ['/api/rules', `/api/rules/${slug}`],
    load: () => import('./pages/rules-slug.tsx').then((module) => module.RulebookPage),
  },
  {
    path: '/verify',
    access: 'anyone',
    title: (site) => `IRL Verification · ${site.name}`,
    description: (site) => `Military, veterans and first responders can have their service confirmed for ${site.name}.`,
    socialImage: '/media/social/verify.jpg',
    load: () => import('./pages/verify.tsx').then((module) => module.VerifyPage),
  },
  {
    path: '/login',
    access: 'anyone',
    title: (site) => `Sign in · ${site.name}`,
    load: () => import('./pages/login.tsx').then((module) => module.LoginPage),
  },
  {
    path: '/ten-codes',
    access: 'anyone',
    title: (site) => `10-Codes · ${site.name}`,
    description: (site) => `The 10-codes and signals that units and dispatch of ${site.name} say on the radio.`,
    socialImage: '/media/social/ten-codes.jpg',
    lists: ['/api/codes/ten'],
    topics: ['ten-codes'],
    load: () => import('./pages/ten-codes.tsx').then((module) => module.TenCodesPage),
  },
  {
    path: '/ten-codes/import',
    access: 'management',
    title: (site) => `Import · 10-Codes · ${site.name}`,
    load: () => import('./pages/ten-codes-import.tsx').then((module) => module.TenCodesImportPage),
  },
  {
    path: '/penal-codes',
    access: 'anyone',
    title: (site) => `Penal Codes · ${site.name}`,
    description: (site) =>
      `Florida statutes with class, fine, jail time and license points, as ${site.name} plays them.`,
    socialImage: '/media/social/penal-codes.jpg',
    lists: ['/api/codes/penal'],
    topics: ['penal-codes'],
    load: () => import('./pages/penal-codes.tsx').then((module) => module.PenalCodesPage),
  },
  {
    path: '/penal-codes/import',
    access: 'management',
    title: (site) => `Import · Penal Codes · ${site.name}`,
    load: () => import('./pages/penal-codes-import.tsx').then((module) => module.PenalCodesImportPage),
  },
  {
    path: '/me',
    access: 'member',
    title: (site) => `My account · ${site.name}`,
    preload: ['/api/me'],
    load: () => import('./pages/me.tsx').then((module) => module.MyPage),
  },
  {
    path: '/users',
    access: 'owner',
    title: (site) => `Users · ${site.name}`,
    preload: ['/api/users/sessions'],
    load: () => import('./pages/users.tsx').then((module) => module.UsersPage),
  },
  {
    path: '/verifications',
    access: 'owner',
    title: (site) => `Verifications · ${site.name}`,
    preload: ['/api/verifications'],
    load: () => import('./pages/verifications.tsx').then((module) => module.VerificationsPage),
  },
  {
    path: '/audit',
    access: 'owner',
    title: (site) => `Audit · ${site.name}`,
    preload: ['/api/audit?page=1&pageSize=50'],
    load: () => import('./pages/audit.tsx').then((module) => module.AuditPage),
  },
  {
    path: '/ingest-tokens',
    access: 'owner',
    title: (site) => `Game server tokens · ${site.name}`,
    preload: ['/api/ingest/tokens'],
    load: () => import('./pages/ingest-tokens.tsx').then((module) => module.IngestTokensPage),
  },
  {
    path: '/es',
    access: 'es',
    title: (site) => `ES Quick Info · ${site.name}`,
    preload: ['/api/es/quicklinks'],
    load: () => import('./pages/es.tsx').then((module) => module.EsPage),
  },
  {
    path: '/es/import',
    access: 'management',
    title: (site) => `Import · ES Quick Info · ${site.name}`,
    load: () => import('./pages/es-import.tsx').then((module) => module.EsImportPage),
  },
  {
    path: '/staff-roster',
    access: 'staff',
    title: (site) => `Staff Roster · ${site.name}`,
    preload: ['/api/roster'],
    load: () => import('./pages/staff-roster.tsx').then((module) => module.StaffRosterPage),
  },
  {
    path: '/staff-roster/import',
    access: 'management',
    title: (site) => `Import · Staff Roster · ${site.name}`,
    load: () => import('./pages/staff-roster-import.tsx').then((module) => module.StaffRosterImportPage),
  },
  {
    path: '/trial-mod-checklist',
    access: 'staff',
    title: (site) => `Trial Mod Checklist · ${site.name}`,
    preload: ['/api/trialmods'],
    load: () => import('./pages/trial-mod-checklist.tsx').then((module) => module.TrialModChecklistPage),
  },
  {
    path: '/trial-mod-checklist/import',
    access: 'management',
    title: (site) => `Import · Trial Mod Checklist · ${site.name}`,
    load: () => import('./pages/trial-mod-checklist-import.tsx').then((module) => module.TrialModChecklistImportPage),
  },
  {
    path: '/staff-da-database',
    access: 'staff',
    title: (site) => `Staff DA Database · ${site.name}`,
    preload: ['/api/staff-da?sort=date%3Adesc&page=1&pageSize=25'],
    load: () => import('./pages/staff-da-database.tsx').then((module) => module.StaffDaDatabasePage),
  },
  {
    path: '/staff-da-database/import',
    access: 'management',
    title: (site) => `Import · Staff DA Database · ${site.name}`,
    load: () => import('./pages/staff-da-database-import.tsx').then((module) => module.StaffDaDatabaseImportPage),
  },
  {
    path: '/dev-roster',
    access: 'staff',
    title: (site) => `Development Roster · ${site.name}`,
    preload: ['/api/dev-roster'],
    load: () => import('./pages/dev-roster.tsx').then((module) => module.DevRosterPage),
  },
  {
    path: '/dev-roster/import',
    access: 'management',
    title: (site) => `Import · Development Roster · ${site.name}`,
    load: () => import('./pages/dev-roster-import.tsx').then((module) => module.DevRosterImportPage),
  },
  {
    path: '/session-expired',
    access: 'anyone',
    status: 401,
    leadsBack: true,
    title: (site) => `Session Expired · ${site.name}`,
    load: () => import('./pages/session-expired.tsx').then((module) => module.SessionExpiredPage),
  },
  {
    path: '/rate-limit',
    access: 'anyone',
    status: 429,
    title: (site) => `Too Many Requests · ${site.name}`,
    load: () => import('./pages/rate-limit.tsx').then((module) => module.RateLimitPage),
  },
  {
    path: '/access-denied',
    access: 'anyone',
    status: 403,
    title: (site) => `Access Denied · ${site.name}`,
    load: () => import('./pages/access-denied.tsx').then((module) => module.AccessDeniedPage),
  },
  {
    path: '/api/docs',
    access: 'anyone',
    title: (site) => `API · ${site.name}`,
    lists: ['/api/openapi.json'],
    load: () => import('./pages/api-docs.tsx').then((module) => module.ApiDocsPage),
  },
]

/** The layout that all departments' pages share. */
export const DEPARTMENT_PAGE: Pick<Page, 'access' | 'load'> = {
  access: 'anyone',
  load: () => import('./pages/department.tsx').then((module) => module.DepartmentPage),
}

/** A department's page: the community's content decides which there are. */
function departmentPage({ slug, title, description, canonical, socialImage }: DepartmentPlace): Page {
  return {
    path: `/${slug}`,
    ...DEPARTMENT_PAGE,
    title: (site) => `${title} · ${site.name}`,
    description: () => description,
    canonical,
    socialImage,
    file: 'department.tsx',
    footer: 'department',
    lists: [`/api/departments/${slug}`],
  }
}

/** All pages: the site's own and one for each department. */
export function pagesOf(departments: readonly DepartmentPlace[]): readonly Page[] {
  return [...PAGES, ...departments.map(departmentPage)]
}

/** The page of a path; a trailing slash is the same page. */
export function pageAt(pages: readonly Page[], pathname: string): Page | undefined {
  const path = pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname
  return pages.find((page) => new RegExp(`^${page.path.replace(/:\w+/, '[^/]+')}$`).test(path))
}
