/*
 * The audit log: every change made by a person adds one row in the same transaction as the change. Each row carries the
 * hash of the one before it, so a row that was altered, removed or slipped in is found by walking the chain
 * (`npm run audit:verify`). Other features write through `change` in `server/store.ts`; nobody edits or deletes rows.
 */

/** Any value that JSON can hold: what a record was before or after a change. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

/** What one change was, in the words of the endpoint that made it: action `addTenCode`, target `ten-codes/<id>`. */
export interface AuditEntry {
  action: string
  target: string
  before?: Json
  after?: Json
}
