import { DrizzleQueryError } from 'drizzle-orm/errors'
import { describe, expect, it } from 'vitest'
import { asUnavailable, DatabaseUnavailable } from './unavailable.ts'

const isUnavailable = (error: unknown) => asUnavailable(error) !== undefined
const coded = (code: string, message = 'it failed') => Object.assign(new Error(message), { code })

describe('An error of the database', () => {
  it.each(['57P01', '57P03', '57014', '53100', '53300', '08006', '25006', 'ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND'])(
    '%s says that the database is unavailable',
    (code) => expect(isUnavailable(coded(code))).toBe(true),
  )

  it.each(['23505', '23503', '22P02', '42P01', '40001', '', 'ENOENT'])('%s does not', (code) =>
    expect(isUnavailable(coded(code))).toBe(false),
  )

  it.each([
    'timeout exceeded when trying to connect',
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'Client has encountered a connection error and is not queryable',
  ])("the driver's '%s' says so too", (message) => expect(isUnavailable(new Error(message))).toBe(true))

  it('is found inside what Drizzle wraps around it', () => {
    const error = new DatabaseUnavailable('gone')
    expect(asUnavailable(new DrizzleQueryError('select 1', [], error))).toBe(error)
    expect(isUnavailable(new DrizzleQueryError('select 1', [], coded('57P01')))).toBe(true)
    expect(isUnavailable(new DrizzleQueryError('select 1', [], coded('23505')))).toBe(false)
  })

  it('that refuses changes says why, in words', () => {
    expect(asUnavailable(coded('25006', 'cannot execute INSERT in a read-only transaction'))?.message).toBe(
      'The database takes no changes at the moment: its disk is nearly full',
    )
  })

  it('is nothing else', () => {
    expect(isUnavailable('ECONNREFUSED')).toBe(false)
    expect(isUnavailable(undefined)).toBe(false)
  })
})
