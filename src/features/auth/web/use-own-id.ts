import { useAuth } from './use-auth.ts'

/** The viewer's own Discord ID; undefined while it is not known, and for visitors. */
export function useOwnId(): string | undefined {
  const auth = useAuth()
  return auth.status === 'signed-in' ? auth.id : undefined
}
