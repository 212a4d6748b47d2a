import { allowsRights } from '#lib/access.ts'
import type { Endpoint } from '#lib/endpoint.ts'
import { useAuth } from './use-auth.ts'

/** Whether the viewer may make this call. False until the viewer is known. */
export function useCan({ access }: Pick<Endpoint, 'access'>): boolean {
  const auth = useAuth()
  return auth.status === 'signed-in' && allowsRights(access, auth.rights)
}
