import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { listPenalCodes, listTenCodes } from '#features/codes/server/store.ts'
import type { OwnTask } from '#features/doctor/contract.ts'
import { isOn } from '#lib/part.ts'
import type { Community } from '#server/config/community.ts'
import type { Environment } from '#server/config/environment.ts'
import type { NavigationFile } from '#server/config/navigation.ts'
import type { Database } from '#server/database/database.ts'
import { fromRoot } from '#server/paths.ts'
import { type CommunityFile, textsOf } from './community-diagnosis.ts'
import { placeholdersIn } from './content-findings.ts'

interface Known {
  own: readonly CommunityFile[]
  /** The files that come with the site. */
  shipped: readonly CommunityFile[]
  roles: Community['roles']
  ownerIds: readonly string[]
  hasBot: boolean
  /** Whether a code was written on the site. Null for a community without codes. */
  hasOwnCodes: boolean | null
  hasBackup: boolean
}

/** The text of the file without comments and empty lines. */
const textWithoutComments = (text: string) =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^\s*#/.test(line))
    .join('\n')

const nameIn = (files: readonly CommunityFile[]) =>
  /^name: *(.*)$/m.exec(files.find(({ name }) => name === 'site.yaml')?.text ?? '')?.[1]

/** Matches the role ids of the shipped community. */
const SHIPPED_ROLE = /^20000000000000\d{4}$/

/**
 * The tasks with which a new owner makes the site their own, and which of them are done. Only files, settings and codes
 * decide this. A community that leaves the shipped files as they are has not done those tasks.
 */
export function ownTasksOf(known: Known): OwnTask[] {
  const { own, shipped, roles, ownerIds, hasOwnCodes } = known
  const shippedTextByName = new Map(shipped.map(({ name, text }) => [name, textWithoutComments(text)]))
  const isOwn = ({ name, text }: CommunityFile) => shippedTextByName.get(name) !== textWithoutComments(text)
  const filesOf = (pattern: RegExp) => own.filter(({ name }) => pattern.test(name))
  const departments = filesOf(/^(departments\/|departments\.yaml|leadership\.yaml)/)
  const rules = filesOf(/^rules\//)
  const codes = filesOf(/^codes\/(ten|penal)-codes\.yaml$/)
  const addresses = filesOf(/^site\.yaml$/).flatMap(({ text }) => placeholdersIn(text))
  const tasks: OwnTask[] = [
    { key: 'name', isDone: nameIn(own) !== nameIn(shipped) },
    {
      key: 'roles',
      isDone:
        roles.owner.length + ownerIds.length > 0 &&
        !Object.values(roles)
          .flat()
          .some((id) => SHIPPED_ROLE.test(id)),
    },
    { key: 'links', isDone: !addresses.some(({ what }) => what.endsWith('.example')) },
    {
      key: 'departments',
      isDone: departments.every((file) => isOwn(file) && placeholdersIn(file.text).length === 0),
    },
    { key: 'rules', isDone: rules.every(isOwn) },
    { key: 'codes', isDone: hasOwnCodes === true || codes.every(isOwn) },
    { key: 'bot', isDone: known.hasBot },
    { key: 'backup', isDone: known.hasBackup },
  ]
  return tasks.filter(({ key }) => key !== 'codes' || hasOwnCodes !== null)
}

interface OwnTasksDeps {
  community: Community
  navigation: NavigationFile
  environment: Environment
  dataDir: string
  database: Pick<Database, 'db'>
}

/** The tasks as files, settings and codes are now. */
export async function listOwnTasksNow(deps: OwnTasksDeps): Promise<OwnTask[]> {
  const { community, navigation, environment, dataDir, database } = deps
  const codes = [
    ...(isOn(navigation.off, 'ten-codes') ? await listTenCodes(database.db) : []),
    ...(isOn(navigation.off, 'penal-codes') ? await listPenalCodes(database.db) : []),
  ]
  const hasCodes = isOn(navigation.off, 'ten-codes') || isOn(navigation.off, 'penal-codes')
  const backups = join(dataDir, 'backups')
  return ownTasksOf({
    own: textsOf(community.dir),
    shipped: textsOf(fromRoot('community')),
    roles: community.roles,
    ownerIds: environment.ownerIds,
    hasBot: environment.discord?.botToken !== undefined,
    hasOwnCodes: hasCodes ? codes.some((code) => (code.created_by_discord ?? code.updated_by_discord) != null) : null,
    hasBackup: existsSync(backups) && readdirSync(backups).some((name) => name.endsWith('.gz')),
  })
}
