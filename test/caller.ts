/** Who brings this cookie, from this machine. */
export const caller = (cookie: string | undefined) => ({ headers: { cookie }, ip: '127.0.0.1' })
