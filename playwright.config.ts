import { defineConfig, devices } from '@playwright/test'
import { findChromium } from './scripts/chromium.mjs'

const executablePath = findChromium()

/** Tests that check every staff page in every state, or leave texts in the database. */
const STAFF_PAGES = /(accessibility-staff|set-up|worst-texts)\.spec\.ts$/
/** Everyday work of staff and management, and their two tools with the longest tests. */
const STAFF = /\/(announcements|appeals|management|staff)\.spec\.ts$/
/** The layout of pages. */
const LAYOUT = /\/layout\.spec\.ts$/
/** Actions of visitors and members, in the shipped community and in another one. */
const VISITORS =
  /(accessibility|accessibility-verification|assistant|calculator|circumstances|front-door|hydration|languages|search|second-community|visitor)\.spec\.ts$/

/**
 * The pointer and hover settings repeat Playwright's default, which this argument replaces. The last setting is the
 * lazy loading distance of Chromium on a fast network: headless Chromium uses twice that distance.
 */
const BLINK_SETTINGS =
  '--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4,lazyLoadingImageMarginPxUnknown=1250'

/** The end-to-end tests: the built site in demo mode, on a new database, in Chromium. */
export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/new-site.config.ts',
  // The tests of a project share a site (e2e/site.ts) and run one after the other, always in the same order. Projects
  // run in parallel: three workers are right for two processors. The slowest projects are first.
  workers: 3,
  projects: [
    { name: 'looks', testMatch: STAFF_PAGES, workers: 1 },
    { name: 'visitors', testMatch: VISITORS, workers: 1 },
    { name: 'staff', testMatch: STAFF, workers: 1 },
    { name: 'layout', testMatch: LAYOUT, workers: 1 },
    { name: 'tools', testIgnore: [STAFF_PAGES, VISITORS, STAFF, LAYOUT], workers: 1 },
  ],
  // These timeouts decide when to give up on a page: on a slow machine the staff's view of hundreds of codes took 13
  // seconds. A test that expects an update from another browser has a shorter timeout: lists reload by themselves too.
  timeout: 150_000,
  expect: { timeout: 30_000 },
  forbidOnly: process.env.CI !== undefined,
  reporter: [['list']],
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1440, height: 900 },
    // Traces would make the tests a third slower: `npx playwright test --trace on` records them.
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      args: [
        '--disable-gpu',
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        BLINK_SETTINGS,
        // Pages render sooner when V8 compiles functions on their first call, because most run only a few times.
        '--js-flags=--always-sparkplug',
      ],
    },
  },
})
