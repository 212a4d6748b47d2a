import { accountOf } from './player-rules.ts'

/** The identifiers of the game that are kept. Hardware ids and addresses are not. */
const KEPT = /^(license2?|steam|fivem|live|xbl):[\w-]{1,80}$/
const DISCORD = /^discord:(\d{17,20})$/

/** Replaces an identifier for a person of whom a file has only a name. */
export const nameIdentifier = (source: string, name: string) => `name:${source}:${name.trim().toLowerCase()}`
const isName = (identifier: string) => identifier.startsWith('name:')

/** The identifiers that are shown to people. */
export const shownIdentifiers = (identifiers: readonly string[]) => identifiers.filter((each) => !isName(each))

/** A person as a record of a file or an event names them. */
export interface Named {
  /** Discord IDs. */
  accounts: readonly string[]
  identifiers: readonly string[]
}

/** Reads identifiers in the format of the game. Identifiers that are not kept are left out. */
export function readIdentifiers(written: readonly string[]): Named {
  const all = written.map((each) => each.trim().toLowerCase())
  return {
    accounts: [...new Set(all.flatMap((each) => DISCORD.exec(each)?.[1] ?? []))],
    identifiers: [...new Set(all.filter((each) => KEPT.test(each)))],
  }
}

/** A subject that the site knows, reduced to the fields that matter here. */
export interface Known {
  id: string
  identifiers: readonly string[]
  otherAccounts: readonly string[]
}

/** A subject after all records were read. */
export interface Target {
  /** The id on this site. Null for a new subject without a Discord account. */
  id: string | null
  /**
   * The ids of the subjects that this target replaces: its own, and those of others that turned out to be the same
   * person.
   */
  was: string[]
  identifiers: string[]
  otherAccounts: string[]
  /** How the records were matched to the subject. */
  by: 'id' | 'licence' | 'name' | 'none'
}

export interface Question {
  identifier: string
  accounts: string[]
  /** The records that the question is about. */
  records: number[]
}

export interface SubjectPlan {
  targets: Target[]
  /** The target of each record. Null while a question about the record is open. */
  of: (Target | null)[]
  questions: Question[]
}

/** By identifier: the Discord ID of its owner, or `none` when it belongs to none of the accounts. */
export type Answers = Readonly<Record<string, string>>

interface SubjectRecords {
  records: readonly Named[]
  known: readonly Known[]
  answers: Answers
  /** Accounts whose name is the same as that of a person known only by name. */
  namesakes?: ReadonlyMap<string, readonly string[]>
  /** True when nobody is there to answer questions. Uncertain matches then stay as they are. */
  isLive?: boolean
}

/**
 * Finds the subject of each record. Records that share an identifier are one person. A Discord ID decides the match;
 * without one, the identifiers do. Several accounts with one identifier lead to a question.
 */
export function planSubjects({ records, known, answers, namesakes, isLive = false }: SubjectRecords): SubjectPlan {
  const knownById = new Map(known.map((each) => [each.id, each]))
  const byAccount = new Map<string, Target>()
  const targets: Target[] = []
  const of: SubjectPlan['of'] = records.map(() => null)
  const questions: Question[] = []

  /** The target with this account. */
  function targetOf(account: string): Target {
    const found = byAccount.get(account)
    if (found !== undefined) return found
    const target = addTarget(account, knownById.get(account))
    byAccount.set(account, target)
    return target
  }

  /** The target for people without an account: a known subject, or a new one. */
  function nameless(people: readonly Known[]): Target {
    return addTarget(people[0]?.id ?? null, people[0])
  }

  /** Adds a target that begins as the subject it was `before`. */
  function addTarget(id: string | null, before: Known | undefined): Target {
    const target: Target = {
      id,
      was: before === undefined ? [] : [before.id],
      identifiers: [...(before?.identifiers ?? [])],
      otherAccounts: [...(before?.otherAccounts ?? [])],
      by: before === undefined ? 'none' : 'licence',
    }
    targets.push(target)
    return target
  }

  for (const group of groupsOf(records, known)) {
    const described = describeGroup(group, records, namesakes)
    const { identifiers, namesakeAccounts, accounts, withoutAccount, free } = described
    let target: Target | null = null
    const [only] = accounts
    const isCertain = namesakeAccounts.length === 0 && accounts.length < 2
    if (isCertain) {
      target = only === undefined ? nameless(withoutAccount) : targetOf(only)
      absorb(target, withoutAccount, identifiers)
    } else {
      const questioned = representative(identifiers)
      const answer = answers[questioned]
      const before = group.known.find(({ id, otherAccounts }) =>
        accounts.every((account) => account === id || otherAccounts.includes(account)),
      )
      if (before !== undefined) {
        target = accountOf(before.id) === null ? nameless([before]) : targetOf(before.id)
        absorb(target, [], free)
      } else if (answer === 'none' || (answer !== undefined && accounts.includes(answer))) {
        const shared = group.known.filter(({ id, otherAccounts }) => accountOf(id) === null && otherAccounts.length > 0)
        target = answer === 'none' ? nameless([...shared, ...withoutAccount]) : targetOf(answer)
        absorb(target, withoutAccount, [questioned, ...free])
        target.otherAccounts = union(
          target.otherAccounts,
          accounts.filter((account) => account !== answer),
        )
        takeFromOthers(questioned, target, group)
      } else if (!isLive) {
        questions.push({ identifier: questioned, accounts: accounts.toSorted(), records: group.records })
      }
    }
    assignTargets(group, target, described)
  }
  return { targets, of, questions }

  /** An answer gives an identifier to one subject, so that every other account loses it. */
  function takeFromOthers(identifier: string, owner: Target, group: Group) {
    for (const { id } of group.known) {
      if (!owner.was.includes(id) && accountOf(id) !== null) {
        const other = targetOf(id)
        other.identifiers = other.identifiers.filter((each) => each !== identifier)
      }
    }
  }

  /** Finds the target of each record of a group. */
  function assignTargets(group: Group, target: Target | null, { identifiers, free }: Described) {
    for (const index of group.records) {
      const { accounts: own, identifiers: ownIdentifiers } = records[index] ?? { accounts: [], identifiers: [] }
      const [first] = own
      const isOwn = first !== undefined && (own.length === 1 || identifiers.length === 0)
      let found = isOwn ? targetOf(first) : target
      if (found === null && isLive) found = findHolder(ownIdentifiers)
      if (isLive && isOwn && found !== null && found !== target)
        absorb(
          found,
          [],
          ownIdentifiers.filter((each) => free.includes(each)),
        )
      if (found !== null) found.by = matchWayOf(found, own, ownIdentifiers)
      of[index] = found
    }
  }

  /** The holder of the first of these identifiers that any subject holds. */
  function findHolder(identifiers: readonly string[]): Target | null {
    for (const each of sorted(identifiers)) {
      const holder = known.find((one) => one.identifiers.includes(each))
      if (holder !== undefined) return accountOf(holder.id) === null ? nameless([holder]) : targetOf(holder.id)
    }
    return null
  }
}

/** Adds to a target what is known of others, and more identifiers. */
function absorb(target: Target, others: readonly Known[], identifiers: readonly string[]): void {
  for (const { id, identifiers: added } of others) {
    if (target.was.includes(id)) continue
    target.was.push(id)
    target.identifiers = union(target.identifiers, added)
  }
  target.identifiers = union(target.identifiers, identifiers)
  if (target.by === 'none' && others.length > 0) target.by = 'licence'
}

type Described = ReturnType<typeof describeGroup>

/** The identifiers and accounts of a group. `free` are those identifiers that no known subject with an account has. */
function describeGroup(group: Group, records: readonly Named[], namesakes: SubjectRecords['namesakes']) {
  const named = group.records.map((index) => records[index] ?? { accounts: [], identifiers: [] })
  const identifiers = union(...named.map((each) => each.identifiers))
  const namesakeAccounts = identifiers.flatMap((each) => namesakes?.get(each) ?? [])
  const accounts = union(
    ...named.map((each) => each.accounts),
    group.known.flatMap(({ id, otherAccounts }) => [...(accountOf(id) === null ? [] : [id]), ...otherAccounts]),
    namesakeAccounts,
  )
  const withoutAccount = group.known
    .filter(({ id, otherAccounts }) => accountOf(id) === null && otherAccounts.length === 0)
    .toSorted((a, b) => a.id.length - b.id.length || (a.id < b.id ? -1 : 1))
  const takenIdentifiers = new Set(
    group.known.filter((each) => !withoutAccount.includes(each)).flatMap((each) => [...each.identifiers]),
  )
  const free = identifiers.filter((each) => !takenIdentifiers.has(each))
  return { identifiers, namesakeAccounts, accounts, withoutAccount, free }
}

/** How a record was matched to a target. A safer match by an earlier record stays. */
function matchWayOf({ id, by }: Target, accounts: readonly string[], identifiers: readonly string[]): Target['by'] {
  if (by === 'id' || (id !== null && accounts.includes(id))) return 'id'
  if (identifiers.some(isName)) return id === null ? by : 'name'
  return id !== null ? 'licence' : by
}

const union = (...lists: readonly (readonly string[])[]) => [...new Set(lists.flat())]

const ORDER = ['license:', 'license2:', '']
/** Sorts identifiers, licences first. */
const sorted = (identifiers: readonly string[]) => {
  const rank = (each: string) => ORDER.findIndex((kind) => each.startsWith(kind))
  return identifiers.toSorted((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))
}
/** The identifier that a question is about. */
const representative = (identifiers: readonly string[]) => sorted(identifiers)[0] ?? ''

interface Group {
  records: number[]
  known: Known[]
}

/** Groups records and known subjects that share identifiers. */
function groupsOf(records: readonly Named[], known: readonly Known[]): Group[] {
  const parents = new Map<string, string>()
  const rootOf = (one: string): string => {
    let root = one
    for (let up = parents.get(root); up !== undefined && up !== root; up = parents.get(root)) root = up
    // Compress the path, so that later walks are short.
    for (let each = one; each !== root; ) {
      const next = parents.get(each) ?? root
      parents.set(each, root)
      each = next
    }
    return root
  }
  const link = (identifiers: readonly string[]) => {
    const [first] = identifiers
    if (first === undefined) return
    if (!parents.has(first)) parents.set(first, first)
    for (const each of identifiers) {
      if (!parents.has(each)) parents.set(each, each)
      parents.set(rootOf(each), rootOf(first))
    }
  }
  for (const { identifiers } of [...records, ...known]) link(identifiers)
  const groups = new Map<string, Group>()
  const groupAt = (key: string) => {
    const group = groups.get(key) ?? { records: [], known: [] }
    groups.set(key, group)
    return group
  }
  records.forEach(({ identifiers: [first], accounts }, index) => {
    groupAt(first === undefined ? `account ${accounts[0]}` : rootOf(first)).records.push(index)
  })
  for (const each of known) {
    const [first] = each.identifiers
    const group = first === undefined ? undefined : groups.get(rootOf(first))
    group?.known.push(each)
  }
  return [...groups.values()]
}
