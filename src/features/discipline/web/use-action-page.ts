import { useEffect, useState } from 'react'
import { pageCount, shownRange } from '../rules.ts'
import { useActions } from './queries.ts'
import type { useActionFilter } from './use-action-filter.ts'

/** The page of actions that the filters ask for. A page past the last one leads to the last one. */
export function useActionPage({ query: asked, correctTo }: ReturnType<typeof useActionFilter>) {
  const query = useActions(asked)
  // Spec, section 8: a failure clears the results.
  const data = query.isError ? undefined : query.data
  const rows = data?.rows ?? []
  const paging = { page: Number(asked.page), pageSize: Number(asked.pageSize) }
  const pages = pageCount(data?.total ?? 0, paging.pageSize)
  // The rows of the last page stay until the next arrive.
  const [shown, setShown] = useState(paging)
  const isShown = shown.page === paging.page && shown.pageSize === paging.pageSize
  if (!query.isPlaceholderData && !isShown) setShown(paging)

  const isPastEnd = data !== undefined && !query.isPlaceholderData && rows.length === 0 && data.total > 0
  useEffect(() => {
    if (isPastEnd) correctTo(pages)
  })
  const range = shownRange(shown.page, shown.pageSize, rows.length)
  return { query, data, rows, range, pageNumber: Math.min(paging.page, pages), pages, isPastEnd }
}
