import { listPenalCodes, listTenCodes } from '#features/codes/contract.ts'
import type { Page } from '#lib/page.ts'
import { readApiDocument } from './api-document.ts'

/** Every page of the site, in the order of the spec's route table. */
export const PAGES: readonly Page[] = [
  {
    path: '/',
    access: 'anyone',
    title: (site) => `${site.name}: ${site.tagline}`,
    description: (site) => site.description,
    load: () => import('./pages/home.tsx').then((module) => module.HomePage),
  },
  {
    path: '/verify',
    access: 'anyone',
    title: (site) => `IRL Verification · ${site.name}`,
    description: (site) => `Military, veterans and first responders can have their service confirmed for ${site.name}.`,
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
    lists: [listTenCodes],
    topics: ['ten-codes'],
    load: () => import('./pages/ten-codes.tsx').then((module) => module.TenCodesPage),
  },
  {
    path: '/penal-codes',
    access: 'anyone',
    title: (site) => `Penal Codes · ${site.name}`,
    description: (site) =>
      `Florida statutes with class, fine, jail time and license points, as ${site.name} plays them.`,
    lists: [listPenalCodes],
    topics: ['penal-codes'],
    load: () => import('./pages/penal-codes.tsx').then((module) => module.PenalCodesPage),
  },
  {
    path: '/staff-roster',
    access: 'staff',
    title: (site) => `Staff Roster · ${site.name}`,
    load: () => import('./pages/staff-roster.tsx').then((module) => module.StaffRosterPage),
  },
  {
    path: '/staff-roster/import',
    access: 'management',
    title: (site) => `Import · Staff Roster · ${site.name}`,
    load: () => import('./pages/staff-roster-import.tsx').then((module) => module.StaffRosterImportPage),
  },
  {
    path: '/session-expired',
    access: 'anyone',
    status: 401,
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
    lists: [readApiDocument],
    load: () => import('./pages/api-docs.tsx').then((module) => module.ApiDocsPage),
  },
]
