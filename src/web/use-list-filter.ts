import { useLayoutEffect, useState } from 'react'
import { writeAddress } from './router.tsx'
import { useHydrated } from './use-hydrated.ts'

/** How long typing rests before the address follows. */
const REST_MS = 250

/** One value that is kept in the address, which leaves the fallback out. */
export interface Parameter<T> {
  fallback: T
  /** Null where the text of the address is no such value. */
  parse(text: string): T | null
  format(value: T): string
}

type Parameters<V> = { [Name in keyof V]: Parameter<V[Name]> }
export type ValuesOf<P> = { [Name in keyof P]: P[Name] extends Parameter<infer T> ? T : never }

export const TEXT: Parameter<string> = { fallback: '', parse: (text) => text, format: (value) => value }

export const FLAG: Parameter<boolean> = { fallback: false, parse: (text) => text === 'true', format: String }

/** Texts with commas between them. */
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
  /** For what is chosen: a step back in the browser undoes it, unless it replaces what nobody wants to go back to. */
  choose(part: Partial<V>, how?: { replace: boolean }): void
  /** For what is typed: shows at once, and the address follows when typing rests, without a step for every letter. */
  type(part: Partial<V>): void
  /** Sets every parameter to its fallback. */
  clear(): void
}

/**
 * The filter of a list, kept in the address: a view can be shared, survives a reload, and Back undoes a choice. The
 * page shows its own state, from its first drawing on. The address follows that, and is heard where it says something
 * new: after Back, Forward or a link. `parameters` must be the same object every time. `rendered` is the query that the
 * server rendered the page by, if it did.
 */
export function useListFilter<V extends object>(parameters: Parameters<V>, rendered = ''): ListFilter<V> {
  const isHydrated = useHydrated()
  // What is known between two drawings. `told` is what the address says of these parameters.
  const [now] = useState(() => {
    const values = read(parameters, isHydrated ? window.location.search : rendered)
    return { values, told: write(parameters, values, ''), path: '' }
  })
  const [values, setValues] = useState(now.values)

  useLayoutEffect(() => {
    now.path = pathNow()
    const hear = () => {
      const said = read(parameters, window.location.search)
      const told = write(parameters, said, '')
      if (pathNow() !== now.path || told === now.told) return
      forget(now)
      Object.assign(now, { values: said, told })
      setValues(said)
    }
    hear()
    for (const event of ADDRESS_EVENTS) window.addEventListener(event, hear)
    return () => {
      forget(now)
      for (const event of ADDRESS_EVENTS) window.removeEventListener(event, hear)
    }
  }, [parameters, now])

  const show = (part: Partial<V>) => {
    now.values = { ...now.values, ...part }
    setValues(now.values)
  }
  const tell = (replace: boolean) => {
    forget(now)
    const told = write(parameters, now.values, '')
    // Anyone who has gone to another page meanwhile has left this filter.
    if (told === now.told || pathNow() !== now.path) return
    now.told = told
    const search = write(parameters, now.values, window.location.search)
    writeAddress(search === '' ? window.location.pathname : `?${search}`, { replace })
  }
  const choose: ListFilter<V>['choose'] = (part, { replace } = { replace: false }) => {
    // What was typed before, in any filter of the page, is what Back leads to.
    for (const { keep } of typed.values()) keep()
    show(part)
    tell(replace)
  }
  return {
    values,
    choose,
    type: (part) => {
      show(part)
      forget(now)
      const keep = () => tell(true)
      typed.set(now, { keep, timer: window.setTimeout(keep, REST_MS) })
    },
    clear: () => choose(read(parameters, '')),
  }
}

/** The address of what the page shows, with what was typed a moment ago, for a link that is copied. */
export function addressNow(): string {
  for (const { keep } of typed.values()) keep()
  return window.location.href
}

/** What was typed and the address does not say yet, by the state of the filter that it belongs to. */
const typed = new Map<object, { keep(): void; timer: number }>()

function forget(filter: object): void {
  window.clearTimeout(typed.get(filter)?.timer)
  typed.delete(filter)
}

const ADDRESS_EVENTS = ['popstate', 'pushState', 'replaceState']

/** A trailing slash is the same page. */
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

/** A query string with these values in it, and with what it says beside them. */
function write<V extends object>(parameters: Parameters<V>, values: V, search: string): string {
  const address = new URLSearchParams(search)
  for (const name in parameters) {
    const { fallback, format } = parameters[name]
    const text = format(values[name])
    if (text === format(fallback)) address.delete(name)
    else address.set(name, text)
  }
  // Between the texts of a list they are easier to read.
  return address.toString().replaceAll('%2C', ',')
}
