/*
 * Members who serve, or served, as military, police, fire or EMT can have it confirmed. They press Verify, a provider
 * opens in a window of its own, and asks and checks everything there. What surprises: the site never sees what they
 * submit. It hands over their verified e-mail address and a reference that means nothing to anybody else, and later
 * hears yes or no. The owners have the last word by hand, within 24-48 hours.
 */
import * as z from 'zod/mini'
import { endpoint } from '#lib/endpoint.ts'

/**
 * Spec section 7. `popupUrl` is added to its `token`: where the window leads is the provider's affair, so the server
 * says it.
 */
export const startVerification = endpoint({
  method: 'POST',
  path: '/api/verifypass/create-token',
  access: 'member',
  summary: 'Begins a verification at the provider. 428 when the sign-in did not grant a verified e-mail address.',
  reply: z.object({ token: z.string(), popupUrl: z.string() }),
})

export const endpoints = [startVerification]
