import { type ComponentProps, type ReactNode, useDeferredValue } from 'react'
import {
  type BaseLocationHook,
  type BaseSearchHook,
  useLocation as usePath,
  useSearch,
  Router as Wouter,
  Link as WouterLink,
} from 'wouter'
import { useBrowserLocation, useSearch as useBrowserSearch, useLocationProperty } from 'wouter/use-browser-location'

export { useSearchParams } from 'wouter'

// Deferred, so that the page that one leaves stays in sight until the code of the next one is there.
const useCalmPath: BaseLocationHook = (options) => {
  const [path, navigate] = useBrowserLocation(options)
  return [useDeferredValue(path), navigate]
}
const useCalmSearch: BaseSearchHook = (options) => useDeferredValue(useBrowserSearch(options))

/** Around the whole site. `path` is that of the page which the server renders, or rendered. */
export function Router({ path, children }: { path: string; children: ReactNode }) {
  return (
    <Wouter hook={useCalmPath} searchHook={useCalmSearch} ssrPath={path} ssrSearch="">
      {children}
    </Wouter>
  )
}

/** Where one is; a trailing slash is the same page. The server knows the path alone. */
export function useLocation(): { pathname: string; search: string; hash: string } {
  const [pathname] = usePath()
  const search = useSearch()
  const hash = useDeferredValue(
    useLocationProperty(
      () => window.location.hash,
      () => '',
    ),
  )
  return {
    pathname: pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname,
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
