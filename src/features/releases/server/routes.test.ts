import { describe, expect, it } from 'vitest'
import { useSharedWorld } from '#test/world.ts'
import { findVersion } from '../contract.ts'

describe('GET /api/version', () => {
  const page = 'https://github.com/someone/site/releases/tag/v9.0.0'
  let hasAsked = () => {}
  const asked = new Promise<void>((resolve) => {
    hasAsked = resolve
  })
  const world = useSharedWorld({
    startsJobs: true,
    app: {
      version: '0.1.0',
      askReleases: async () => {
        hasAsked()
        return { version: '9.0.0', page }
      },
    },
  })

  it('the response has the version, and a newer one once it is known', async () => {
    const before = await world().as.owner(findVersion)
    expect(before.body).toEqual({ version: '0.1.0', newer: null, isAsked: true })
    world().pass(60_000)
    await asked
    await expect.poll(async () => (await world().as.owner(findVersion)).body.newer).toEqual({ version: '9.0.0', page })
  })

  it('the version is available to owners only', async () => {
    expect((await world().as.management(findVersion)).status).toBe(403)
  })
})

describe('GET /api/version of a site that does not look for newer ones', () => {
  const world = useSharedWorld({ startsJobs: true, app: { version: '0.1.0' } })

  it('the response says that newer versions are not looked up', async () => {
    expect((await world().as.owner(findVersion)).body).toEqual({ version: '0.1.0', newer: null, isAsked: false })
  })
})
