import { useAuth } from './use-auth.ts'

/** The Discord ID of whoever is signed in; undefined while it is not known. */
export function useOwnId(): string | undefined {
  const auth = useAuth()
  return auth.status === 'signed-in' ? auth.id : undefined
}
