import * as z from 'zod'
import { MediaPath } from '#lib/site.ts'
import { drawingOf, ICON_NAMES } from '#server/config/icons.ts'
import { ownOrShipped, readYaml } from '#server/config/yaml.ts'
import type { VerificationGroup } from '../contract.ts'
import { DRAWINGS, OTHER_GROUP, type Reported } from '../rules.ts'

/** Who is to be verified: nothing of the person but what the provider must have. */
export interface VerificationSubject {
  /** What the provider calls this verification when it reports back; opaque, at most 64 characters. */
  subjectRef: string
  email: string
  /** True: the person cannot verify with another address. */
  emailLocked: boolean
}

/** A verification that was opened at the provider and waits for the person. */
export interface VerificationOpened {
  token: string
  /** The provider's page for this person. */
  popupUrl: string
}

/** What a provider says of one verification. Whatever else it says of the person ends where this is made. */
export interface VerificationReport {
  /** Null where the provider did not say whose it is, or something that cannot be ours. */
  subjectRef: string | null
  status: Reported
  /** As the provider calls it. */
  group: string
  /** The provider's own time, as it wrote it: good for knowing a report again. */
  reportedAt: string
}

/** The third-party handler of verifications. Another provider is another file that has this shape. */
export interface VerificationProvider {
  /** Throws `ProviderFailed`. */
  createSession(subject: VerificationSubject): Promise<VerificationOpened>
  /** Whether this is the key that the provider's webhooks carry; takes as long for a near miss as for any other. */
  isWebhookKey(key: string): boolean
  /** What a webhook's body says; null where it is not the provider's shape. */
  parseWebhook(body: unknown): VerificationReport[] | null
}

/** The provider could not be asked, or said no. The message never holds a key, a token or an address. */
export class ProviderFailed extends Error {
  override readonly name = 'ProviderFailed'
}

/** Who can be verified, and what the provider calls them. */
export type KnownGroup = VerificationGroup & { provider: string }

const Words = z.string().trim().min(1).max(60)
const isOnce = (all: readonly string[]) => new Set(all).size === all.length

const DRAWING = `${DRAWINGS.join(', ')} or a picture under community/media, as /media/boats.svg`
const isDrawing = (said: string) => DRAWINGS.some((name) => name === said) || MediaPath.safeParse(said).success

/** `community/verification.yaml` */
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
    .refine((groups) => isOnce(groups.map(({ key }) => key)), 'each key once')
    .refine((groups) => isOnce(groups.map(({ provider }) => provider)), 'each name of the provider once'),
})

/** Who can be verified; without the file, the groups that this program comes with. Throws `BadConfiguration`. */
export function readVerificationGroups(communityDir: string): KnownGroup[] {
  const { groups } = readYaml(ownOrShipped(communityDir, 'verification.yaml'), GroupFile)
  return groups.map((group) => ({
    ...group,
    kinds: group.kinds.map(({ label, icon }) => ({ label, icon: drawingOf(icon) ?? [] })),
  }))
}
