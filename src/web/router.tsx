import {
  type ComponentProps,
  createContext,
  type MouseEvent,
  type ReactNode,
  startTransition,
  use,
  useCallback,
  useEffect,
  useState,
} from 'react'
import { useLocationProperty, navigate as writeAddress } from 'wouter/use-browser-location'

/** Changes the address at once, without loading what another page needs. */
export { writeAddress }

/**
 * Loads what a page needs before navigating to it. Null when everything is loaded. If it rejects, the navigation is
 * dropped.
 */
export type Prepare = (path: string) => Promise<unknown> | null
const NOTHING_TO_LOAD: Prepare = () => null
let lastNavigation = 0
/** The last address that was navigated to after everything its page needs was loaded. */
let prepared: string | null = null

type Navigate = (to: string) => void
/** Separate from the context of the path, so that a new address does not render every link again. */
const NavigateContext = createContext<Navigate>(writeAddress)
/** The path of the page that is shown. Null without a router. */
const PathContext = createContext<string | null>(null)
/** The query that the server rendered the page with, including the question mark. */
const RenderedSearchContext = createContext('')

interface RouterProps {
  /** The path of the page that the server renders, or rendered. */
  path: string
  /** The query, when the server rendered the page with it. */
  search?: string
  prepare?: Prepare
  children: ReactNode
}

/** Wraps the whole site. */
export function Router({ path, search = '', prepare = NOTHING_TO_LOAD, children }: RouterProps) {
  useEffect(() => {
    const onPop = () => {
      lastNavigation += 1
    }
    window.addEventListener('popstate', onPop)
    return () => window.removeEventListener('popstate', onPop)
  }, [])
  const pathname = useLocationProperty(
    () => window.location.pathname,
    () => path,
  )
  const goOncePrepared = useCallback<Navigate>(
    (to) => {
      lastNavigation += 1
      const navigation = lastNavigation
      const { href, pathname } = new URL(to, window.location.href)
      const go = () => {
        prepared = href
        writeAddress(to)
      }
      const preparing = prepare(pathname)
      if (preparing === null) return go()
      preparing.then(
        // Skip the navigation if another link or Back was pressed in the meantime.
        () => navigation === lastNavigation && go(),
        // `prepare` reports the failure itself.
        () => undefined,
      )
    },
    [prepare],
  )
  return (
    <NavigateContext value={goOncePrepared}>
      <RenderedSearchContext value={search === '' ? '' : `?${search}`}>
        <PathContext value={useShown(pathname)}>{children}</PathContext>
      </RenderedSearchContext>
    </NavigateContext>
  )
}

/**
 * A part of the address, as soon as the page shows it. The old page stays visible until the code of the new one is
 * loaded, and typing does not wait for search results: React renders the update as a transition, in small steps between
 * which it handles presses. When everything is loaded already, it renders in one go, because the pauses are noticeable
 * on a slow processor.
 */
function useShown(part: string): string {
  const [shown, setShown] = useState(part)
  // Set in an effect, not while a press is handled. React would otherwise run the page's effects before the page is
  // painted.
  useEffect(() => {
    if (window.location.href === prepared) setShown(part)
    else startTransition(() => setShown(part))
  }, [part])
  return shown
}

/**
 * The path of the page that is shown, without a trailing slash. A change of query or hash does not render its users
 * again.
 */
export function usePathname(): string {
  const pathname = decoded(use(PathContext) ?? window.location.pathname)
  return pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname
}

/** Percent-decoded for people. An address that is not valid stays as it is. */
function decoded(address: string): string {
  try {
    return decodeURI(address)
  } catch {
    return address
  }
}

/** The current address. On the server, mostly the path alone is known. */
export function useLocation(): { pathname: string; search: string; hash: string } {
  const pathname = usePathname()
  const rendered = use(RenderedSearchContext)
  const search = useShown(
    useLocationProperty(
      () => window.location.search,
      () => rendered,
    ),
  )
  const hash = useShown(
    useLocationProperty(
      () => window.location.hash,
      () => '',
    ),
  )
  return {
    pathname,
    search: decoded(search),
    hash,
  }
}

/** Returns a function that goes to a page of this site. */
export function useNavigate(): Navigate {
  return use(NavigateContext)
}

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  to: string
  /** For addresses of this site that the server answers itself. */
  reloadDocument?: boolean
}

/** A link to a page of this site, or to anywhere else. */
export function Link({ to, reloadDocument = false, onClick, ...rest }: LinkProps) {
  const navigate = useNavigate()
  const isPage = to.startsWith('/') && !reloadDocument
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    const isElsewhere = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.button !== 0
    if (isElsewhere || event.defaultPrevented) return
    event.preventDefault()
    navigate(to)
  }
  return <a href={to} onClick={isPage ? follow : onClick} {...rest} />
}
