/** Signs in through the stand-in Discord as a browser would, and returns the session cookie. */
export async function signIn(origin: string, personId: string): Promise<string> {
  const begun = await fetch(`${origin}/auth/discord`, { redirect: 'manual' })
  const chosen = await fetch(begun.headers.get('location') ?? '', {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ person: personId }),
  })
  const back = await fetch(chosen.headers.get('location') ?? '', {
    redirect: 'manual',
    headers: { cookie: cookiesOf(begun) },
  })
  const cookie = cookiesOf(back)
  if (!/^sid=.+/.test(cookie)) throw new Error(`the sign-in answered ${back.status}`)
  return cookie
}

function cookiesOf(response: Response): string {
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}
