/** A caller with this session cookie, on the local machine. */
export const caller = (cookie: string | undefined) => ({ headers: { cookie }, ip: '127.0.0.1' })
