import type { SignInProblem } from '#features/auth/contract.ts'
import type { Access } from '#lib/access.ts'
import { Page as AccessDeniedPage } from './pages/access-denied.tsx'
import { ErrorPage } from './pages/error.tsx'
import { NotFoundPage } from './pages/not-found.tsx'
import { Page as RateLimitPage } from './pages/rate-limit.tsx'
import { SignInProblemPage } from './pages/sign-in-problem.tsx'

/** What is shown in place of the page that was asked for. */
export type Screen =
  | { name: 'not-found' }
  | { name: 'access-denied'; access: Access; isSignedOut: boolean }
  | { name: 'rate-limit' }
  /** `why` says what happened, when that is known. */
  | { name: 'error'; why: string | null }
  | { name: 'sign-in-problem'; problem: SignInProblem }

export function ScreenView({ screen }: { screen: Screen }) {
  switch (screen.name) {
    case 'not-found':
      return <NotFoundPage />
    case 'access-denied':
      return <AccessDeniedPage access={screen.access} isSignedOut={screen.isSignedOut} />
    case 'rate-limit':
      return <RateLimitPage />
    case 'error':
      return <ErrorPage why={screen.why} />
    case 'sign-in-problem':
      return <SignInProblemPage reason={screen.problem} />
  }
}
