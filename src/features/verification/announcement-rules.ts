import * as z from 'zod/mini'
import type { AnnouncementEvents, AnnouncementRules, EventOf } from '#lib/announcements.ts'
import { parseRecord } from '#lib/inbox.ts'

const events = { verificationWaiting: [] } as const satisfies AnnouncementEvents

const Verification = z.object({ status: z.string() })

export const announcementRules: AnnouncementRules<EventOf<typeof events>> = {
  events,
  // The message names nobody, so one message covers several verifications.
  once: ['verificationWaiting'],
  read: ({ action, before, after }) => {
    const isVerified = (record: unknown) => parseRecord(Verification, record)?.status === 'verified'
    if (action !== 'receiveVerification' || !isVerified(after) || isVerified(before)) return null
    return { event: 'verificationWaiting', placeholders: {}, path: '/verifications', about: null }
  },
}
