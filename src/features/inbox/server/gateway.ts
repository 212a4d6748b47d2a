import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readYaml } from '#server/config/yaml.ts'
import { InboxContent, messageDefaultsOf } from '../contract.ts'
import type { MessageDefaults } from '../message-rules.ts'

/**
 * Reads the community's defaults for messages. Without the file, the program's defaults apply. Throws
 * `BadConfiguration`.
 */
export function readMessageDefaults(communityDir: string): MessageDefaults {
  const file = join(communityDir, 'inbox.yaml')
  return messageDefaultsOf(existsSync(file) ? readYaml(file, InboxContent) : InboxContent.parse({}))
}
