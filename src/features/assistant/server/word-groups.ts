import { stemmer } from 'stemmer'

/*
 * The words of English rules that mean the same, mean the opposite, or carry no meaning. No table is about a single
 * community: the players' own words are in its glossary. In each table "|" separates the groups.
 */

const linesOf = (table: string) => table.split('|').map((line) => line.trim().split(/\s+/))
const splitWords = (list: string) => list.trim().split(/\s+/)

/** Irregular verb forms, which the stemmer does not reduce. */
const IRREGULAR = `
  see saw seen | give gave given | take took taken | shoot shot | run ran | drive drove driven | break broke broken |
  write wrote written | keep kept | leave left | lose lost | buy bought | sell sold | tell told | say said | hold held |
  get got gotten | go went gone | come came | make made | pay paid | lead led | meet met | send sent | spend spent |
  stand stood | steal stole stolen | hide hid hidden | wear wore worn | throw threw thrown | know knew known |
  begin began begun | speak spoke spoken | think thought | bring brought | catch caught | fight fought | find found |
  build built | forget forgot forgotten | choose chose chosen | do did done | fly flew flown | hang hung | hear heard |
  hurt hurt | ride rode ridden | sit sat | swim swam swum | win won | wake woke woken | eat ate eaten |
  fall fell fallen | grow grew grown | draw drew drawn | bear bore born | beat beaten | bite bit bitten | lend lent |
  mean meant | read read | ring rang | rise rose risen | set set | shut shut | sink sank sunk | sleep slept |
  swear swore sworn | tear tore torn | understand understood | withdraw withdrew withdrawn | deal dealt | dig dug |
  lay laid | lie lying lies lied | die dying dies died`

/** Groups of synonyms. */
const SAME = `
  agency department | parent mother father | expire lapse | deliberately purpose intentionally intentional deliberate knowingly purposely wilfully | start begin commence launch |
  end stop finish over cease conclude | get receive obtain earn | give hand issue grant provide supply |
  tell inform say announce announcement notify state report | take seize confiscate | keep retain | stay remain |
  leave exit quit | show display | buy purchase pay payment buyer | sell seller | money cash dollars funds |
  vehicle car truck automobile | weapon gun firearm | kill murder | ask request demand |
  consent agree agreement approve approval permission permit | lie false untrue fake | repeat again reopen anew |
  change switch swap alter modify | lead result cause | hide conceal hidden secret secretly | talk speak chat |
  answer reply respond response | near nearby | remember recall memory | hurt harm injure injury wound damage |
  choose pick select | treatment care treat | chase pursuit pursue | flee run escape getaway evade |
  reason ground motive | place location position spot | decide decision judge | fix repair | valid counts |
  apply cover concern | delete erase wipe | steal theft rob robbery mug | continue proceed | own belong possess |
  check inspect verify examine | discuss debate argue | follow obey comply | hit strike ram | insult mock offend |
  look watch view see | move transfer | name call | publish post upload | pose pretend impersonate | protect guard |
  sanction punish punishment penalty penalize | record recording clip footage film video | return comeback |
  search frisk | try attempt | road street | house home building | picture image photo | proof evidence |
  helicopter chopper | shop store | job work | area zone | ahead advance beforehand | hear listen | surrender yield |
  wait pause | accident accidentally | group crew team | restart reboot | friend buddy mate | computer pc |
  fast quick quickly faster`

/** Pairs of words that exclude each other. */
const OPPOSITE = `
  allow forbid | accept refuse | accept deny | approve deny | begin end | start stop | open close | keep return |
  atleast upto | continue end | stay end | take stay | take keep | high low | highest lowest | higher lower | continue end | keep lose | keep suspend | keep end | internal external | inner outer | direct indirect | known unknown |
  voluntary forced | guilty innocent | minor major | upper lower | domestic foreign | gain lose | join leave |
  enter leave | ask answer | lend borrow | push pull | teach learn | host guest | keep surrender | keep remove |
  stay go | stay leave | connect disconnect | remember forget | pay free | public private | online offline |
  inside outside | day night | buy sell | win lose | add remove | raise lower | raise reduce | early late |
  before after | first last | alive dead | old new | young old | same different | temporary permanent | single several |
  alone group | above below | over under | more less | more fewer | fast slow | big small | long short | high low |
  empty full | visible hidden | lock unlock | onduty offduty | incharacter outofcharacter | friend stranger |
  victim attacker | victim robber | owner robber | true false | real fake | up down | left right | front rear |
  legal illegal | safe dangerous | awake unconscious | publish delete | delete keep | include exclude | arrive leave |
  load unload | stand sit | part whole`

/** Roles of people who may decide or do something. */
const ROLE = `
  staff | admin admins administrator administrators | moderator moderators mod mods | owner owners ownership |
  management manager managers | director directors | supervisor supervisors | commander command |
  officer officers cop cops police policeman policemen leo leos enforcement | deputy deputies | trooper troopers |
  detective detectives | sheriff sheriffs | chief chiefs | captain captains | lieutenant lieutenants |
  sergeant sergeants | medic medics paramedic paramedics emt emts ems doctor doctors |
  firefighter firefighters fireman firemen | judge judges | lawyer lawyers attorney attorneys |
  dispatcher dispatchers dispatch | mayor mayors | civilian civilians civ civs | criminal criminals crook crooks |
  robber robbers | victim victims | hostage hostages | suspect suspects | prisoner prisoners inmate inmates |
  passenger passengers | leader leaders | developer developers dev devs development | supporter supporters donor donors |
  streamer streamers | trainee trainees cadet cadets | mentor mentors instructor instructors trainer trainers |
  provider providers | newcomer newcomers newbie newbies`

/** Sanctions. */
const SANCTION = `
  warning warnings warn warns warned | kick kicks kicked | ban bans banned banning |
  permanent permanently permanence forever lifetime lifelong perma permaban indefinitely indefinite |
  suspension suspensions suspend suspends suspended | demotion demotions demote demotes demoted | strike strikes |
  blacklist blacklisted blacklists | mutes muted timeout timeouts | fine fines fined |
  jail jailed jails imprisonment imprisoned | dismissal dismissed dismiss expelled expulsion`

/** Words that end, refuse or take away something without a negation. */
const SHUTTING =
  'close refuse deny void stop lose end fake exclude cancel reject avoid lack fail prevent suspend remove delete expire forfeit revoke withdraw block'

/** Words without a meaning of their own. */
const EMPTY = `
a about actually all also am an and another theirs hers ours myself himself herself itself themselves any anyone anybody anything are as at be because been before being both but by
  case did do does doing done during each either else every everyone everybody everything ever for from go goes going got had
  has have having he her here him his how i in into is it its itself just kind like made make makes many me member members more
  most much my necessarily of off on one ones or other others our out over own people person persons player players
  please rather really same she since so some somebody someone something somewhere still such than that the their them then
  there these they thing things this those through thus to together too until up us user users very via was way we were what where
  whether which who whom whose why will with would yes yet you your yours yourself no long whole certain get gets getting after per
  within between only`

/** Maps each word to the first word of its group. */
function groupsOf(table: string, of: (word: string) => string = (word) => word): ReadonlyMap<string, string> {
  const groups = new Map<string, string>()
  for (const line of linesOf(table)) {
    for (const word of line) if (!groups.has(of(word))) groups.set(of(word), of(line[0] ?? ''))
  }
  return groups
}

const verbs = groupsOf(IRREGULAR)
const sames = groupsOf(SAME, stemmer)
const roles = groupsOf(ROLE)
const sanctions = groupsOf(SANCTION)
const empty = new Set(splitWords(EMPTY))

/** The base form of an irregular verb. */
export const baseOf = (word: string): string => verbs.get(word) ?? word

/** The key by which a word is compared: its role, or the stem of its first synonym, or its own stem. */
export function wordKey(word: string): string {
  const stem = stemmer(baseOf(word))
  return roles.get(word) ?? sames.get(stem) ?? stem
}

export const sanctionOf = (word: string): string | undefined => sanctions.get(word)
export const isEmpty = (word: string): boolean => empty.has(word)

const keysIn = (list: string) => new Set(splitWords(list).map(wordKey))
const shutting = keysIn(SHUTTING)

export const isShutting = (key: string): boolean => shutting.has(key)

/** The opposites of each key, in both directions. */
export const OPPOSITES: ReadonlyMap<string, ReadonlySet<string>> = oppositesOf(OPPOSITE)

function oppositesOf(table: string): Map<string, Set<string>> {
  const opposites = new Map<string, Set<string>>()
  for (const [one = '', other = ''] of linesOf(table).map((line) => line.map(wordKey))) {
    if (one === other) continue
    opposites.set(one, (opposites.get(one) ?? new Set()).add(other))
    opposites.set(other, (opposites.get(other) ?? new Set()).add(one))
  }
  return opposites
}
