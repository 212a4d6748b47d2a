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

/** Writes an address of this page, without asking what another page would need. */
export { writeAddress }

/** Fetches what a page needs before it is gone to; null where all is there. Where that fails, nobody goes anywhere. */
export type Prepare = (path: string) => Promise<unknown> | null
const ALL_IS_THERE: Prepare = () => null
let lastNavigation = 0
/** The address that was gone to last, once all that its page needs was there. */
let prepared: string | null = null

type Navigate = (to: string) => void
/** Beside a context of its own, links hear nothing of where one is: a new address draws none of a page's again. */
const NavigateContext = createContext<Navigate>(writeAddress)
/** The page that is shown. Null where there is no router around. */
const PathContext = createContext<string | null>(null)
/** The query that the server rendered the page by, with its question mark. */
const RenderedSearchContext = createContext('')

interface RouterProps {
  /** That of the page which the server renders, or rendered. */
  path: string
  /** Its query, where it was rendered by that. */
  search?: string
  prepare?: Prepare
  children: ReactNode
}

/** Around the whole site. */
export function Router({ path, search = '', prepare = ALL_IS_THERE, children }: RouterProps) {
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
        // Unless somebody has pressed another link or gone back meanwhile.
        () => navigation === lastNavigation && go(),
        // The code that prepares it says why.
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
 * A part of the address, once the page shows it. The page that one leaves stays in sight until the code of the next one is
 * there, and letters do not wait for what they find: React draws what follows in small parts, between which it answers to
 * presses. Where all is there it draws in one go: on a slow processor the pauses are felt.
 */
function useShown(part: string): string {
  const [shown, setShown] = useState(part)
  // Not while a press is handled: React would run the page's effects before anybody sees it.
  useEffect(() => {
    if (window.location.href === prepared) setShown(part)
    else startTransition(() => setShown(part))
  }, [part])
  return shown
}

/** The page that is shown; a trailing slash is the same page. What its address says beside that draws nobody again. */
export function usePathname(): string {
  const pathname = decoded(use(PathContext) ?? window.location.pathname)
  return pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname
}

/** As people write it; an address that is none stays as it is. */
function decoded(address: string): string {
  try {
    return decodeURI(address)
  } catch {
    return address
  }
}

/** Where one is. The server mostly knows the path alone. */
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

/** Goes to a page of this site. */
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
