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
    path: '/login',
    access: 'anyone',
    title: (site) => `Sign in · ${site.name}`,
    load: () => import('./pages/login.tsx').then((module) => module.LoginPage),
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
