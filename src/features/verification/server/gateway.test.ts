import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { buildVerifyPassStandIn } from '#dev/verifypass/stand-in.ts'
import type { VerifyPassSettings } from '#server/config/environment.ts'
import { ProviderFailed } from './gateway.ts'
import { createVerifyPass } from './verifypass.ts'

const standIn = buildVerifyPassStandIn({ applicationName: 'The site' })
const settings = await standIn.listen()
afterEach(() => standIn.comeBack())
afterAll(() => standIn.close())

const JULES = { subjectRef: '0b9c6f2e-7a51-4a35-9d0e-3f0a5e1c2b44', email: 'jules@mail.example', emailLocked: true }

const provider = (changed: Partial<VerifyPassSettings> = {}) =>
  createVerifyPass({ ...settings, ...changed }, { timeoutMs: 3000 })

async function failure(asked: Promise<unknown>): Promise<string> {
  const error = await asked.catch((thrown: unknown) => thrown)
  if (!(error instanceof ProviderFailed)) throw new Error('it did not fail as a provider does')
  expect(error.cause).toBeUndefined()
  for (const secret of [settings.apiKey, JULES.email, JULES.subjectRef]) expect(error.message).not.toContain(secret)
  return error.message
}

describe('A session at VerifyPass', () => {
  it('a session is requested with the key, our reference as uid and the locked address', async () => {
    const { token } = await provider().createSession(JULES)
    expect(standIn.applicants.at(-1)).toEqual({
      token,
      uid: JULES.subjectRef,
      email: JULES.email,
      isLocked: true,
      outcome: null,
    })
  })

  it('the window opens with the escaped token', async () => {
    const { token, popupUrl } = await provider().createSession(JULES)
    expect(new URL(popupUrl).searchParams.get('token')).toBe(token)
    const page = await fetch(popupUrl)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain(JULES.email)
  })

  it('the window opens at VERIFYPASS_POPUP_URL', async () => {
    const popupUrl = 'https://verify.example.org/{widgetKey}/start#{token}'
    const opened = await provider({ popupUrl, widgetKey: 'a/b' }).createSession(JULES)
    expect(opened.popupUrl).toBe(`https://verify.example.org/a%2Fb/start#${encodeURIComponent(opened.token)}`)
  })

  it('a session with a wrong key is refused', async () => {
    expect(await failure(provider({ apiKey: 'wrong' }).createSession(JULES))).toContain('VERIFYPASS_API_KEY')
  })

  it('a session with an invalid address is refused', async () => {
    expect(await failure(provider().createSession({ ...JULES, email: 'jules' }))).toContain('the e-mail address')
  })

  it('a session fails when the provider is down, slow, gone or another service', async () => {
    standIn.goDown()
    expect(await failure(provider().createSession(JULES))).toContain('answered 503')
    standIn.comeBack()
    standIn.slowDown(15_000)
    expect(await failure(provider().createSession(JULES))).toContain('TimeoutError')
    standIn.comeBack()
    expect(await failure(provider({ apiUrl: 'http://127.0.0.1:9' }).createSession(JULES))).toContain('reached')
    const { origin } = new URL(settings.apiUrl)
    expect(await failure(provider({ apiUrl: origin }).createSession(JULES))).toContain('answered 404')
  })
})

describe('The window of the fake provider', () => {
  const choose = (popupUrl: string, form: Record<string, string>) =>
    fetch(popupUrl, { method: 'POST', body: new URLSearchParams(form) })
  const outcome = () => standIn.applicants.at(-1)?.outcome

  it.each([
    ['approve', 'You are verified'],
    ['pending', 'Document received'],
    ['deny', 'Not verified'],
  ])('the window ends with %s if that is selected, and stays so', async (decision, title) => {
    const { popupUrl } = await provider().createSession(JULES)
    const answers = { group: 'fir', email: JULES.email }
    expect(await (await choose(popupUrl, { ...answers, decision })).text()).toContain(`<h1>${title}</h1>`)
    await choose(popupUrl, { ...answers, decision: 'approve' })
    expect(outcome()).toMatchObject({ decision, group: 'fir', email: JULES.email })
    expect(await (await fetch(popupUrl)).text()).toContain(`<h1>${title}</h1>`)
  })

  it('a locked e-mail address cannot be changed, and an open one can', async () => {
    const answers = { group: 'mil', email: 'other@mail.example', decision: 'approve' }
    const locked = await provider().createSession(JULES)
    expect(await (await fetch(locked.popupUrl)).text()).toContain('readOnly')
    await choose(locked.popupUrl, answers)
    expect(outcome()?.email).toBe(JULES.email)
    const open = await provider().createSession({ ...JULES, emailLocked: false })
    await choose(open.popupUrl, answers)
    expect(outcome()?.email).toBe('other@mail.example')
  })

  it('the window opens for no other token or widget', async () => {
    const { popupUrl } = await provider().createSession(JULES)
    expect((await fetch(`${popupUrl}x`)).status).toBe(404)
    expect((await fetch(popupUrl.replace(settings.widgetKey, 'other'))).status).toBe(404)
    expect((await fetch(popupUrl.split('?')[0] ?? '')).status).toBe(404)
  })
})
