import { useLayoutEffect, useState } from 'react'
import { writeAddress } from './router.tsx'
import { useHydrated } from './use-hydrated.ts'

/** How long typing must pause, in milliseconds, before the address is updated. */
const REST_MS = 250

/** One value kept in the address. The fallback is left out of the address. */
export interface Parameter<T> {
  fallback: T
  /** Null when the text is not a valid value. */
  parse(text: string): T | null
  format(value: T): string
}

type Parameters<V> = { [Name in keyof V]: Parameter<V[Name]> }
export type ValuesOf<P> = { [Name in keyof P]: P[Name] extends Parameter<infer T> ? T : never }

export const TEXT: Parameter<string> = { fallback: '', parse: (text) => text, format: (value) => value }

export const FLAG: Parameter<boolean> = { fallback: false, parse: (text) => text === 'true', format: String }

/** Texts separated by commas. */
export const LIST: Parameter<readonly string[]> = {
  fallback: [],
  parse: (text) => (text === '' ? [] : text.split(',').map((item) => item.replaceAll('%2C', ','))),
  format: (values) => values.map((item) => item.replaceAll(',', '%2C')).join(','),
}

export const listOf = <T extends string>(known: readonly T[]): Parameter<readonly T[]> => ({
  fallback: [],
  parse: (text) => text.split(',').flatMap((item) => known.find((value) => value === item) ?? []),
  format: LIST.format,
})

export const integer = <F extends number | null>(fallback: F): Parameter<number | F> => ({
  fallback,
  parse: (text) => (Number.isNaN(Number.parseInt(text, 10)) ? null : Number.parseInt(text, 10)),
  format: String,
})

export const oneOf = <T extends string | number, F extends T | null>(
  values: readonly T[],
  fallback: F,
): Parameter<T | F> => ({
  fallback,
  parse: (text) => values.find((value) => String(value) === text) ?? null,
  format: String,
})

export interface ListFilter<V> {
  values: V
  /** For choices. Adds a history entry, so that Back undoes the choice, unless `replace` is set. */
  choose(part: Partial<V>, how?: { replace: boolean }): void
  /** For typing. The value shows at once. The address follows when typing pauses, without an entry per letter. */
  type(part: Partial<V>): void
  /** Sets every parameter to its fallback. */
  clear(): void
}

/**
 * The filter of a list, kept in the address: a view can be shared, survives a reload, and Back undoes a choice. The
 * page renders its own state, from the first render on. The address follows that state, and is read again only when it
 * changes from outside: after Back, Forward or a link. `parameters` must be the same object on every render. `rendered`
 * is the query that the server rendered the page with, if it did.
 */
export function useListFilter<V extends object>(parameters: Parameters<V>, rendered = ''): ListFilter<V> {
  const isHydrated = useHydrated()
  // State that must be current between two renders. `query` is what the address has of these parameters.
  const [now] = useState(() => {
    const values = read(parameters, isHydrated ? window.location.search : rendered)
    return { values, query: write(parameters, values, ''), path: '' }
  })
  const [values, setValues] = useState(now.values)

  useLayoutEffect(() => {
    now.path = pathNow()
    const readAddress = () => {
      const fromAddress = read(parameters, window.location.search)
      const query = write(parameters, fromAddress, '')
      if (pathNow() !== now.path || query === now.query) return
      forget(now)
      Object.assign(now, { values: fromAddress, query })
      setValues(fromAddress)
    }
    readAddress()
    for (const event of ADDRESS_EVENTS) window.addEventListener(event, readAddress)
    return () => {
      forget(now)
      for (const event of ADDRESS_EVENTS) window.removeEventListener(event, readAddress)
    }
  }, [parameters, now])

  const show = (part: Partial<V>) => {
    now.values = { ...now.values, ...part }
    setValues(now.values)
  }
  const updateAddress = (replace: boolean) => {
    forget(now)
    const query = write(parameters, now.values, '')
    // After a navigation to another page, this filter must not change the address.
    if (query === now.query || pathNow() !== now.path) return
    now.query = query
    const search = write(parameters, now.values, window.location.search)
    writeAddress(search === '' ? window.location.pathname : `?${search}`, { replace })
  }
  const choose: ListFilter<V>['choose'] = (part, { replace } = { replace: false }) => {
    // Write pending typing of every filter of the page into the address first, so that Back leads to it.
    for (const { keep } of typed.values()) keep()
    show(part)
    updateAddress(replace)
  }
  return {
    values,
    choose,
    type: (part) => {
      show(part)
      forget(now)
      const keep = () => updateAddress(true)
      typed.set(now, { keep, timer: window.setTimeout(keep, REST_MS) })
    },
    clear: () => choose(read(parameters, '')),
  }
}

/** The current address including text typed a moment ago, for a link that is copied. */
export function addressNow(): string {
  for (const { keep } of typed.values()) keep()
  return window.location.href
}

/** Typed values that the address does not contain yet, by the state of their filter. */
const typed = new Map<object, { keep(): void; timer: number }>()

function forget(filter: object): void {
  window.clearTimeout(typed.get(filter)?.timer)
  typed.delete(filter)
}

const ADDRESS_EVENTS = ['popstate', 'pushState', 'replaceState']

/** Without a trailing slash, which names the same page. */
const pathNow = () => window.location.pathname.replace(/(.)\/$/, '$1')

function read<V extends object>(parameters: Parameters<V>, search: string): V {
  const address = new URLSearchParams(search)
  const values: unknown[][] = []
  for (const name in parameters) {
    const { fallback, parse } = parameters[name]
    const text = address.get(name)
    values.push([name, (text === null ? null : parse(text)) ?? fallback])
  }
  return Object.fromEntries(values)
}

/** The query string with these values set and its other parameters kept. */
function write<V extends object>(parameters: Parameters<V>, values: V, search: string): string {
  const address = new URLSearchParams(search)
  for (const name in parameters) {
    const { fallback, format } = parameters[name]
    const text = format(values[name])
    if (text === format(fallback)) address.delete(name)
    else address.set(name, text)
  }
  // Commas between the texts of a list are easier to read than `%2C`.
  return address.toString().replaceAll('%2C', ',')
}
