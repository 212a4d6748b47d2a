import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig, devices } from '@playwright/test'
import { findChromium } from './scripts/chromium.mjs'

// Playwright reads this file again in each worker, which inherits the environment: one port and one folder for all.
process.env.JOURNEYS_PORT ??= '3999'
process.env.JOURNEYS_OTHER_PORT ??= '3998'
process.env.JOURNEYS_DATA_DIR ??= join(tmpdir(), `journeys-${process.pid}`)
const executablePath = findChromium()

/** What looks at every page in every state, and leaves its records behind: on a site of its own. */
const LOOKS = /(accessibility|accessibility-staff|circumstances|worst-texts)\.spec\.ts$/

/**
 * Playwright's own settings, a mouse that hovers, which ours replace. Without its windows Chromium knows no network and
 * fetches pictures from twice as far below as a visitor's on a fast one does: it is told the distance of the latter.
 */
const BLINK_SETTINGS =
  '--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4,lazyLoadingImageMarginPxUnknown=1250'

const site = (port: string) => `http://localhost:${port}`

function server(name: string, port: string) {
  return {
    command: 'node --enable-source-maps dist/server/main.js',
    url: `${site(port)}/readyz`,
    env: { PORT: port, DATA_DIR: join(process.env.JOURNEYS_DATA_DIR ?? tmpdir(), name), TRUST_PROXY: '1' },
    timeout: 60_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    stdout: 'pipe',
  } as const
}

/** The journeys: the built site in demo mode, on a new database, in a real Chromium. */
export default defineConfig({
  testDir: 'e2e',
  // Those that share a site go one after the other; the two sites go beside each other.
  workers: 2,
  projects: [
    {
      name: 'journeys',
      testIgnore: LOOKS,
      workers: 1,
      use: { baseURL: site(process.env.JOURNEYS_PORT) },
    },
    {
      name: 'looks',
      testMatch: LOOKS,
      workers: 1,
      use: { baseURL: site(process.env.JOURNEYS_OTHER_PORT) },
    },
  ],
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: process.env.CI !== undefined,
  reporter: [['list']],
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1440, height: 900 },
    // A trace of every journey would take a third of its time: `npx playwright test --trace on` makes one.
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      args: [
        '--disable-gpu',
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        BLINK_SETTINGS,
      ],
    },
  },
  webServer: [server('journeys', process.env.JOURNEYS_PORT), server('looks', process.env.JOURNEYS_OTHER_PORT)],
})
