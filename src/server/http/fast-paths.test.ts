import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { fastPathTo } from './fast-paths.ts'

it('a fast path leaves pending responses to the framework, and handles their failure if the framework does not ask', async () => {
  const unhandled: unknown[] = []
  const note = (error: unknown) => void unhandled.push(error)
  process.on('unhandledRejection', note)
  const fastPath = fastPathTo(
    () => Promise.reject(new Error('the source is down')),
    () => expect.fail('there is nothing to write'),
  )
  const request = new IncomingMessage(new Socket())
  expect(fastPath(request, new ServerResponse(request))).toBe(false)
  await turn()
  process.off('unhandledRejection', note)
  expect(unhandled).toEqual([])
})
