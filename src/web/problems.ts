import type * as z from 'zod/mini'
import { CallFailed } from './call.ts'

/** Each bad field of a form by its name, and why. */
export type Problems = Partial<Record<string, string>>

/** What a schema says against a draft: of each field the first thing. */
export function problemsOf(error: z.core.$ZodError): Problems {
  const problems: Problems = {}
  for (const { path, message } of error.issues) problems[path.map(String).join('.')] ??= message
  return problems
}

/** What a schema says against a draft, if anything. */
export function problemsIn(schema: z.ZodMiniType, draft: unknown): Problems {
  const checked = schema.safeParse(draft)
  return checked.success ? {} : problemsOf(checked.error)
}

/** What the server says against it: by field where it can, else in one line. */
export function httpErrorOf(error: Error): { problems: Problems; failure: string | null } {
  const problems = error instanceof CallFailed ? error.fields : {}
  return { problems, failure: Object.keys(problems).length === 0 ? error.message : null }
}
