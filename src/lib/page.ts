import type { ComponentType } from 'react'
import type { Access } from './access.ts'
import type { Endpoint } from './endpoint.ts'
import type { Site } from './site.ts'
import type { Topic } from './topics.ts'

/** One page of the site. `access` is required; the server refuses a page as it refuses a call. */
export interface Page {
  /** May end in `:slug`, which stands for one of a few names that the server knows; any other is a page not found. */
  path: string
  access: Access
  /** Left out where the page itself says what it shows, in a head of its own. */
  title?: (site: Site) => string
  description?: (site: Site) => string
  /** HTTP status of the page when it is opened by its own address. */
  status?: 200 | 401 | 403 | 429
  /** Lists that a public page shows: filled in on the server through the same endpoints. */
  lists?: readonly Endpoint[] | ((slug: string) => readonly Endpoint[])
  /** What makes a kept copy of the page stale. */
  topics?: readonly Topic[]
  load: () => Promise<ComponentType>
}
