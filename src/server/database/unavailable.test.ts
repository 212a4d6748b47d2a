import { DrizzleQueryError } from 'drizzle-orm/errors'
import { describe, expect, it } from 'vitest'
import { asUnavailable, DatabaseUnavailable } from './unavailable.ts'

const isUnavailable = (error: unknown) => asUnavailable(error) !== undefined
const coded = (code: string, message = 'it failed') => Object.assign(new Error(message), { code })

describe('Errors of an unavailable database', () => {
  it.each(['57P01', '57P03', '57014', '53100', '53300', '08006', '25006', 'ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND'])(
    'the code %s means that the database is unavailable',
    (code) => expect(isUnavailable(coded(code))).toBe(true),
  )

  it.each(['23505', '23503', '22P02', '42P01', '40001', '', 'ENOENT'])(
    'the code %s does not mean that the database is unavailable',
    (code) => expect(isUnavailable(coded(code))).toBe(false),
  )

  it.each([
    'timeout exceeded when trying to connect',
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'Client has encountered a connection error and is not queryable',
  ])("the driver error '%s' means that the database is unavailable", (message) =>
    expect(isUnavailable(new Error(message))).toBe(true),
  )

  it('the error is recognized inside a Drizzle error', () => {
    const error = new DatabaseUnavailable('gone')
    expect(asUnavailable(new DrizzleQueryError('select 1', [], error))).toBe(error)
    expect(isUnavailable(new DrizzleQueryError('select 1', [], coded('57P01')))).toBe(true)
    expect(isUnavailable(new DrizzleQueryError('select 1', [], coded('23505')))).toBe(false)
  })

  it('a read-only database is reported with its cause', () => {
    expect(asUnavailable(coded('25006', 'cannot execute INSERT in a read-only transaction'))?.message).toBe(
      'The database takes no changes at the moment: its disk is nearly full',
    )
  })

  it('other errors are not recognized', () => {
    expect(isUnavailable('ECONNREFUSED')).toBe(false)
    expect(isUnavailable(undefined)).toBe(false)
  })
})
