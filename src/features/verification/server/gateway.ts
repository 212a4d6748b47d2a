import * as z from 'zod'
import { MediaPath } from '#lib/site.ts'
import { drawingOf, ICON_NAMES } from '#server/config/icons.ts'
import { ownOrDefaultPath, readYaml } from '#server/config/yaml.ts'
import type { VerificationGroup } from '../contract.ts'
import { DRAWINGS, OTHER_GROUP, type Reported } from '../rules.ts'

/** The person to verify. It contains only what the provider needs. */
export interface VerificationSubject {
  /** The reference that the provider sends back in its reports. Opaque, 64 characters at most. */
  subjectRef: string
  email: string
  /** With true, the person cannot verify with another address. */
  emailLocked: boolean
}

/** A verification that was opened at the provider and waits for the person. */
export interface VerificationOpened {
  token: string
  /** The provider's page for this person. */
  popupUrl: string
}

/**
 * A provider's report on one verification. Anything else that the provider sends about the person is dropped before
 * this object is made.
 */
export interface VerificationReport {
  /** Null when the provider sent no reference, or one that this site cannot have made. */
  subjectRef: string | null
  status: Reported
  /** The provider's own name of the group. */
  group: string
  /** The provider's own time, unchanged. It identifies a repeated report. */
  reportedAt: string
}

/** A third-party verification provider. Each provider is a file that implements this interface. */
export interface VerificationProvider {
  /** Throws `ProviderFailed`. */
  createSession(subject: VerificationSubject): Promise<VerificationOpened>
  /** Whether this is the key of the provider's webhooks. The comparison takes constant time. */
  isWebhookKey(key: string): boolean
  /** Reads the body of a webhook. Null when it does not have the provider's shape. */
  parseWebhook(body: unknown): VerificationReport[] | null
}

/** The provider could not be reached, or rejected the call. The message never contains a key, a token or an address. */
export class ProviderFailed extends Error {
  override readonly name = 'ProviderFailed'
}

/** A group of people who can be verified, with the provider's name for it. */
export type KnownGroup = VerificationGroup & { provider: string }

const Words = z.string().trim().min(1).max(60)
const areDistinct = (all: readonly string[]) => new Set(all).size === all.length

const DRAWING = `${DRAWINGS.join(', ')} or a picture under community/media, as /media/boats.svg`
const isDrawing = (text: string) => DRAWINGS.some((name) => name === text) || MediaPath.safeParse(text).success

/** The contents of `community/verification.yaml`. */
const GroupFile = z.strictObject({
  groups: z
    .array(
      z.strictObject({
        key: z
          .string()
          .max(40)
          .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'lower-case words joined by hyphens, as first-responder')
          .refine((key) => key !== OTHER_GROUP, `another key: ${OTHER_GROUP} stands for people of no group`),
        provider: z.string().regex(/^\w{1,40}$/, 'what VerifyPass calls the group, as mil'),
        label: Words,
        drawing: z.string(DRAWING).refine(isDrawing, DRAWING).optional(),
        kinds: z.array(z.strictObject({ label: Words, icon: z.enum(ICON_NAMES) })).max(12),
      }),
    )
    .min(1)
    .max(12)
    .refine((groups) => areDistinct(groups.map(({ key }) => key)), 'each key once')
    .refine((groups) => areDistinct(groups.map(({ provider }) => provider)), 'each name of the provider once'),
})

/**
 * Reads the groups that can be verified. Without the community's file, the shipped groups are used. Throws
 * `BadConfiguration`.
 */
export function readVerificationGroups(communityDir: string): KnownGroup[] {
  const { groups } = readYaml(ownOrDefaultPath(communityDir, 'verification.yaml'), GroupFile)
  return groups.map((group) => ({
    ...group,
    kinds: group.kinds.map(({ label, icon }) => ({ label, icon: drawingOf(icon) ?? [] })),
  }))
}
