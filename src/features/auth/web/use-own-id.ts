import { useAuth } from './use-auth.ts'

/** The viewer's own Discord ID. Undefined until the viewer is known, and when nobody is signed in. */
export function useOwnId(): string | undefined {
  const auth = useAuth()
  return auth.status === 'signed-in' ? auth.id : undefined
}
