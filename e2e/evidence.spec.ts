import { expect, type Page } from '@playwright/test'
import { lookOver } from './look-over.ts'
import { signInAs } from './sign-in.ts'
import { test } from './site.ts'

test.afterEach(async ({ browser }) => {
  for (const context of browser.contexts()) await context.close()
})

const MADE_WITH = 'HeronPhone 4'

/** The colours of the left and the right half of a photo, as red, green and blue. */
const HALVES = [
  [200, 60, 40],
  [20, 140, 190],
] as const

/** A photo as a phone takes it: a JPEG whose EXIF data names the camera. */
async function photoOf(page: Page, width: number, height: number): Promise<Buffer> {
  const drawn = await page.evaluate(
    async ([width, height, halves]) => {
      const canvas = Object.assign(document.createElement('canvas'), { width, height })
      const context = canvas.getContext('2d')
      if (context === null) throw new Error('the browser has no 2D canvas')
      halves.forEach((colour, at) => {
        context.fillStyle = `rgb(${colour.join()})`
        context.fillRect((at * width) / 2, 0, width / 2, height)
      })
      return canvas.toDataURL('image/jpeg')
    },
    [width, height, HALVES] as const,
  )
  const jpeg = Buffer.from(drawn.replace(/^.*,/, ''), 'base64')
  // The EXIF data has a single entry, the camera model, after the header.
  const model = Buffer.from(`${MADE_WITH}\0`)
  const exif = Buffer.alloc(36)
  exif.write('Exif\0\0II*\0', 'latin1')
  exif.writeUInt32LE(8, 10)
  exif.writeUInt16LE(1, 14)
  exif.writeUInt16LE(0x0110, 16)
  exif.writeUInt16LE(2, 18)
  exif.writeUInt32LE(model.length, 20)
  exif.writeUInt32LE(26, 24)
  const head = Buffer.from([0xff, 0xe1, 0, exif.length - 4 + model.length + 2])
  return Buffer.concat([jpeg.subarray(0, 2), head, exif.subarray(0, 32), model, jpeg.subarray(2)])
}

test('a picture from a phone becomes a small WebP without EXIF, and the person concerned sees only shared evidence', async ({
  browser,
}) => {
  const staff = await browser.newPage()
  await signInAs(staff, 'Priya Castell', '/staff-da-database')
  const action = await staff.evaluate(async () => {
    const body = {
      ...{ user: '310000000000000101', user_name: 'Nolan Reyes', type: 'Verbal Warning' },
      ...{ internal_reason: 'See the picture.', external_reason: 'Your car stood on the pier.' },
    }
    const headers = { 'content-type': 'application/json' }
    const reply = await fetch('/api/staff-da', { method: 'POST', headers, body: JSON.stringify(body) })
    return Number((await reply.json()).item.id)
  })
  await staff.goto(`/staff-da-database?entry=${action}`)
  const evidence = staff.getByRole('region', { name: 'Evidence' })

  /** Adds a photo of this size, and returns what the server stores of it. */
  async function add(width: number, height: number, who: string) {
    const buffer = await photoOf(staff, width, height)
    expect(buffer.includes(MADE_WITH)).toBe(true)
    await evidence
      .getByLabel('Picture', { exact: true })
      .setInputFiles({ name: 'IMG_0042.jpg', mimeType: 'image/jpeg', buffer })
    await expect(evidence.getByAltText('The picture that you chose')).toBeVisible()
    await evidence.getByRole('radio', { name: who }).check()
    const sent = staff.waitForResponse(
      (reply) => reply.request().method() === 'POST' && reply.url().includes('/api/evidence'),
    )
    await evidence.getByRole('button', { name: 'Add the picture' }).click()
    const { item } = await (await sent).json()
    const stored = await staff.request.get(`/api/evidence/${item.id}/image`)
    return { item, address: stored.url(), bytes: await stored.body() }
  }

  const shown = await add(3200, 1600, 'The person sees it, too')
  expect(shown.item).toMatchObject({ width: 2560, height: 1280, is_shown: true })
  expect(shown.bytes.toString('latin1', 0, 12)).toMatch(/^RIFF[\s\S]{4}WEBP$/)
  expect([shown.bytes.length, shown.bytes.includes('EXIF'), shown.bytes.includes(MADE_WITH)]).toEqual([
    shown.item.size,
    false,
    false,
  ])
  const internal = await add(800, 600, 'Internal: staff see it, and the person does not')
  await expect(evidence.getByRole('listitem')).toHaveText([/The person sees it/, /Internal/])
  await lookOver(staff, 'an action with evidence', 'dialog')

  const person = await browser.newPage()
  await signInAs(person, 'Nolan Reyes', `/me#action-staff-${action}`)
  const own = person.getByRole('listitem').filter({ hasText: 'Your car stood on the pier.' })
  const pictures = own.getByRole('button', { name: /^Show Picture/ })
  await expect(pictures).toHaveCount(1)
  await pictures.click()
  const large = person.getByRole('dialog').getByRole('img')
  await expect.poll(() => large.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(2560)
  const colours = await large.evaluate((image: HTMLImageElement) => {
    const { naturalWidth: width, naturalHeight: height } = image
    const context = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d')
    context?.drawImage(image, 0, 0)
    return [0.25, 0.75].map((part) => [...(context?.getImageData(part * width, height / 2, 1, 1).data ?? [])])
  })
  // JPEG and WebP keep colours only approximately.
  const differences = HALVES.map((half, at) =>
    Math.max(...half.map((part, of) => Math.abs(part - (colours[at]?.[of] ?? 255)))),
  )
  expect(Math.max(...differences)).toBeLessThan(12)
  expect((await person.request.get(internal.address)).status()).toBe(404)
})
