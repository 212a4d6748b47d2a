import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readYaml } from '#server/config/yaml.ts'
import { InboxContent, messageDefaultsOf } from '../contract.ts'
import type { MessageDefaults } from '../message-rules.ts'

/** How people are written to who chose nothing else; without the file as this program comes with. Throws `BadConfiguration`. */
export function readMessageDefaults(communityDir: string): MessageDefaults {
  const file = join(communityDir, 'inbox.yaml')
  return messageDefaultsOf(existsSync(file) ? readYaml(file, InboxContent) : InboxContent.parse({}))
}
