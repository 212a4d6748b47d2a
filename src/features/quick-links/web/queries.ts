import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import type { input } from 'zod/v4/core'
import { type ChosenSheet, listSheetRequest } from '#lib/sheet.ts'
import { call } from '#web/call.ts'
import { callImport } from '#web/import-call.ts'
import { queryOf } from '#web/queries.ts'
import { useWrite } from '#web/use-write.ts'
import {
  addQuickLink,
  changeQuickLink,
  findQuickLinkChoices,
  importQuickLinks,
  listQuickLinks,
  type QuickLink,
  type QuickLinkChoices,
  type QuickLinkDraft,
  removeQuickLink,
} from '../contract.ts'

export type QuickLinkInput = input<typeof QuickLinkDraft>

/** How often (ms) to reload while the live connection is lost. It normally reports changes at once. */
const POLL_EVERY = 60_000

export function useQuickLinks() {
  return useQuery({ ...queryOf(listQuickLinks), refetchInterval: POLL_EVERY })
}

/**
 * The groups and icons that links may have. They come from the community's file and change only with a restart, so the
 * query never goes stale.
 */
export function useQuickLinkChoices(): QuickLinkChoices {
  return useSuspenseQuery({ ...queryOf(findQuickLinkChoices), staleTime: Number.POSITIVE_INFINITY }).data
}

export const useAddQuickLink = () => useWrite((body: QuickLinkInput) => call(addQuickLink, { body }), listQuickLinks)

export const useChangeQuickLink = () =>
  useWrite(
    ({ key, version, draft }: Pick<QuickLink, 'key' | 'version'> & { draft: QuickLinkInput }) =>
      call(changeQuickLink, { params: { key }, body: { ...draft, version } }),
    listQuickLinks,
  )

export const useRemoveQuickLink = () =>
  useWrite((key: string) => call(removeQuickLink, { params: { key } }), listQuickLinks)

/** What a spreadsheet would change. Nothing is written. */
export const useTryQuickLinkImport = () =>
  useWrite((file: ChosenSheet) => call(importQuickLinks, listSheetRequest(file, 'dryRun')))

export const useImportQuickLinks = () =>
  useWrite((file: ChosenSheet) => callImport(importQuickLinks, listSheetRequest(file), file.onProgress), listQuickLinks)
