import { type ChosenSheet, listSheetRequest } from '#lib/sheet.ts'
import { call } from '#web/call.ts'
import { callImport } from '#web/import-call.ts'
import { useWrite } from '#web/use-write.ts'
import {
  addPenalCode,
  addTenCode,
  changePenalCode,
  changeTenCode,
  type importPenalCodes,
  type importTenCodes,
  listPenalCodes,
  listTenCodes,
  type PenalCodeDraft,
  removePenalCode,
  removeTenCode,
  type TenCodeDraft,
} from '../contract.ts'

interface Change<Draft> {
  id: number
  version: number
  draft: Draft
}

// Empty fields are omitted when adding, and null when editing (spec section 5).
export const useAddTenCode = () =>
  useWrite(
    ({ category, ...draft }: TenCodeDraft) => call(addTenCode, { body: { ...draft, category: category ?? undefined } }),
    listTenCodes,
  )

export const useChangeTenCode = () =>
  useWrite(
    ({ id, version, draft }: Change<TenCodeDraft>) =>
      call(changeTenCode, { params: { id: String(id) }, body: { ...draft, version } }),
    listTenCodes,
  )

export const useRemoveTenCode = () =>
  useWrite((id: number) => call(removeTenCode, { params: { id: String(id) } }), listTenCodes)

export const useAddPenalCode = () =>
  useWrite(
    ({ statute, title, ...rest }: PenalCodeDraft) =>
      call(addPenalCode, {
        body: {
          statute,
          title,
          class: rest.class ?? undefined,
          fine: rest.fine ?? undefined,
          jail: rest.jail ?? undefined,
          points: rest.points ?? undefined,
          notes: rest.notes ?? undefined,
          fine_max: rest.fine_max ?? undefined,
          jail_max: rest.jail_max ?? undefined,
          points_max: rest.points_max ?? undefined,
          counts: rest.counts ?? undefined,
          excludes: rest.excludes ?? undefined,
          includes: rest.includes ?? undefined,
          aliases: rest.aliases ?? undefined,
        },
      }),
    listPenalCodes,
  )

export const useChangePenalCode = () =>
  useWrite(
    ({ id, version, draft }: Change<PenalCodeDraft>) =>
      call(changePenalCode, { params: { id: String(id) }, body: { ...draft, version } }),
    listPenalCodes,
  )

export const useRemovePenalCode = () =>
  useWrite((id: number) => call(removePenalCode, { params: { id: String(id) } }), listPenalCodes)

/** Returns what a spreadsheet would change, without writing. */
export const useTryCodeImport = (endpoint: typeof importTenCodes | typeof importPenalCodes) =>
  useWrite((file: ChosenSheet) => call(endpoint, listSheetRequest(file, 'dryRun')))

export const useImportCodes = (
  endpoint: typeof importTenCodes | typeof importPenalCodes,
  list: typeof listTenCodes | typeof listPenalCodes,
) => useWrite((file: ChosenSheet) => callImport(endpoint, listSheetRequest(file), file.onProgress), list)
