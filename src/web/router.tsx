import {
  type ComponentProps,
  createContext,
  type ReactNode,
  use,
  useCallback,
  useDeferredValue,
  useEffect,
} from 'react'
import {
  type BaseLocationHook,
  type BaseSearchHook,
  useLocation as usePath,
  useSearch,
  Router as Wouter,
  Link as WouterLink,
} from 'wouter'
import { useBrowserLocation, useSearch as useBrowserSearch, useLocationProperty } from 'wouter/use-browser-location'

/** Writes an address of this page, without asking what another page would need. */
export { navigate as writeAddress } from 'wouter/use-browser-location'

/** Fetches what a page needs before it is gone to; null where all is there. Where that fails, nobody goes anywhere. */
export type Prepare = (path: string) => Promise<unknown> | null
const ALL_IS_THERE: Prepare = () => null
const PrepareContext = createContext(ALL_IS_THERE)
let lastNavigation = 0

// Deferred, so that the page that one leaves stays in sight until the code of the next one is there.
const useCalmPath: BaseLocationHook = (options) => {
  const [path, navigate] = useBrowserLocation(options)
  const prepare = use(PrepareContext)
  const goOncePrepared = useCallback<typeof navigate>(
    (to, how) => {
      lastNavigation += 1
      const navigation = lastNavigation
      const preparing = prepare(new URL(to, window.location.href).pathname)
      if (preparing === null) return navigate(to, how)
      preparing.then(
        // Unless somebody has pressed another link or gone back meanwhile.
        () => navigation === lastNavigation && navigate(to, how),
        // Whoever prepares says why.
        () => undefined,
      )
    },
    [navigate, prepare],
  )
  return [useDeferredValue(path), goOncePrepared]
}
const useCalmSearch: BaseSearchHook = (options) => useDeferredValue(useBrowserSearch(options))

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
  return (
    <PrepareContext value={prepare}>
      <Wouter hook={useCalmPath} searchHook={useCalmSearch} ssrPath={path} ssrSearch={search}>
        {children}
      </Wouter>
    </PrepareContext>
  )
}

/** The page that one is on; a trailing slash is the same page. What its address says beside that draws nobody again. */
export function usePathname(): string {
  const [pathname] = usePath()
  return pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname
}

/** Where one is. The server mostly knows the path alone. */
export function useLocation(): { pathname: string; search: string; hash: string } {
  const pathname = usePathname()
  const search = useSearch()
  const hash = useDeferredValue(
    useLocationProperty(
      () => window.location.hash,
      () => '',
    ),
  )
  return {
    pathname,
    search: search === '' ? '' : `?${search}`,
    hash,
  }
}

/** Goes to a page of this site. */
export function useNavigate(): (to: string) => void {
  const [, navigate] = usePath()
  return navigate
}

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  to: string
  /** For addresses of this site that the server answers itself. */
  reloadDocument?: boolean
}

/** A link to a page of this site, or to anywhere else. */
export function Link({ to, reloadDocument = false, ...rest }: LinkProps) {
  const isPage = to.startsWith('/') && !reloadDocument
  return isPage ? <WouterLink href={to} {...rest} /> : <a href={to} {...rest} />
}
