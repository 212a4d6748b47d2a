import type { Serve } from '#server/http/serve.ts'
import { listSupporters } from '../contract.ts'
import type { Supporters } from './gateway.ts'

export function supportersRoutes(deps: { serve: Serve; supporters: Supporters }): void {
  const { serve, supporters } = deps
  serve.snapshot(listSupporters, ['supporters'], () => supporters.list())
}
