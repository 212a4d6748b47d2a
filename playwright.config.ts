import { defineConfig, devices } from '@playwright/test'
import { findChromium } from './scripts/chromium.mjs'

const executablePath = findChromium()

/** What looks at every page of the staff in every state, or leaves its texts behind. */
const LOOKS = /(accessibility-staff|set-up|worst-texts)\.spec\.ts$/
/** What staff and management do of an evening, and the two longest of their tools. */
const STAFF = /\/(announcements|appeals|management|staff)\.spec\.ts$/
/** How a page is laid out. */
const LAYOUT = /\/layout\.spec\.ts$/
/** What a visitor or any member does, here and in another community. */
const VISITORS =
  /(accessibility|accessibility-verification|assistant|calculator|circumstances|front-door|hydration|languages|search|second-community|visitor)\.spec\.ts$/

/**
 * Playwright's own settings, a mouse that hovers, which ours replace. Without its windows Chromium knows no network and
 * fetches pictures from twice as far below as a visitor's on a fast one does: it is told the distance of the latter.
 */
const BLINK_SETTINGS =
  '--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4,lazyLoadingImageMarginPxUnknown=1250'

/** The journeys: the built site in demo mode, on a new database, in a real Chromium. */
export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/new-site.config.ts',
  // The journeys of a project share a site (e2e/site.ts) and go one after the other, in the same order every time. Projects
  // may go beside each other: three keep two processors busy. The longest begin first.
  workers: 3,
  projects: [
    { name: 'looks', testMatch: LOOKS, workers: 1 },
    { name: 'visitors', testMatch: VISITORS, workers: 1 },
    { name: 'staff', testMatch: STAFF, workers: 1 },
    { name: 'layout', testMatch: LAYOUT, workers: 1 },
    { name: 'tools', testIgnore: [LOOKS, VISITORS, STAFF, LAYOUT], workers: 1 },
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
        // Each page runs its scripts a few times only, and is drawn sooner when they are compiled at the first of them.
        '--js-flags=--always-sparkplug',
      ],
    },
  },
})
