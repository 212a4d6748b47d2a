import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig, devices } from '@playwright/test'
import { findChromium } from './scripts/chromium.mjs'

// Playwright reads this file again in each worker, which inherits the environment: one port and one folder for all.
process.env.JOURNEYS_PORT ??= '3999'
process.env.JOURNEYS_DATA_DIR ??= join(tmpdir(), `journeys-${process.pid}`)
const url = `http://localhost:${process.env.JOURNEYS_PORT}`
const executablePath = findChromium()

/** The journeys: the built site in demo mode, on a new database, in a real Chromium. */
export default defineConfig({
  testDir: 'e2e',
  // They share one site, so they go one after the other.
  workers: 1,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: process.env.CI !== undefined,
  reporter: [['list']],
  use: {
    ...devices['Desktop Chrome'],
    baseURL: url,
    viewport: { width: 1440, height: 900 },
    // A trace of every journey would take a third of its time: `npx playwright test --trace on` makes one.
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      args: ['--disable-gpu', '--disable-quic', '--disable-background-networking', '--disable-component-update'],
    },
  },
  webServer: {
    command: 'node --enable-source-maps dist/server/main.js',
    url: `${url}/readyz`,
    env: { PORT: process.env.JOURNEYS_PORT, DATA_DIR: process.env.JOURNEYS_DATA_DIR, TRUST_PROXY: '1' },
    timeout: 60_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    stdout: 'pipe',
  },
})
