import type { Format, ListExports } from '#lib/export.ts'
import { addressOf, request } from './call.ts'

/** What the browser needs of an exportable list. The schemas of its calls are left out, so they are not bundled. */
export type Exported = { [C in 'all' | 'chosen']: Pick<ListExports[C], 'method' | 'path'> }

/**
 * Downloads a list as a file. With `rows`, the file has the rows with these keys, in this order. Without, it has every
 * row that matches `query`, and the browser stores it as it arrives. Throws as `call` does.
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
  // The browser reads the blob only after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

function follow(address: string, name: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
}
