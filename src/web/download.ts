import type { Format, ListExports } from '#lib/export.ts'
import { addressOf, request } from './call.ts'

/** Of a list that is exported what the browser needs: its schemas stay behind. */
export type Exported = { [C in 'all' | 'chosen']: Pick<ListExports[C], 'method' | 'path'> }

/**
 * Takes a list as a file: with `rows` those of these keys, in this order, else every row that `query` lets through, as
 * fast as the browser stores it. Throws as a call does.
 */
export async function downloadList(
  exported: Exported,
  { format, rows, query }: { format: Format; rows?: readonly string[]; query?: object },
): Promise<void> {
  if (rows === undefined) {
    follow(addressOf(exported.all.path, undefined, { ...query, format }), '')
    return
  }
  const { method, path } = exported.chosen
  const response = await request(method, path, {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ format, rows }),
  })
  const [, name = ''] = /filename="(.+)"/.exec(response.headers.get('content-disposition') ?? '') ?? []
  const address = URL.createObjectURL(await response.blob())
  follow(address, name)
  // The browser reads it after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

function follow(address: string, name: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
}
