import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readContent } from '#app/content.ts'
import { BadConfiguration } from '#server/config/environment.ts'
import { root } from '#server/paths.ts'
import { type CommunityCopy, copyCommunity } from '../community-copy.ts'

/** One mistake in one file of a community, and what is said of it. */
interface Planted {
  file: string
  mistake: string
  plant(copy: CommunityCopy, file: string): void
  /** Another file that must be right, or this one is not looked at. */
  needs?: string
  /** On the line it says: a text that stands there. */
  at?: string
  says: string
}

const read = (copy: CommunityCopy, file: string) => readFileSync(join(copy.dir, file), 'utf8')
const edit = (from: string | RegExp, to: string) => (copy: CommunityCopy, file: string) => copy.edit(file, from, to)
const bytes = (made: (text: string) => Buffer) => (copy: CommunityCopy, file: string) =>
  copy.write(file, made(read(copy, file)))
const replaced = (content: string | Buffer) => (copy: CommunityCopy, file: string) => copy.write(file, content)
const removed = (copy: CommunityCopy, file: string) => copy.remove(file)
const utf16 = bytes((text) => Buffer.from(`\ufeff${text}`, 'utf16le'))
const UTF16 = 'this is not UTF-8 text, but UTF-16 or no text at all. Save the file again with the encoding UTF-8'
const WINDOWS = 'this is not UTF-8 text, but perhaps Windows-1252. Save the file again with the encoding UTF-8'
const INCOMPLETE = 'is not complete, or another kind of file than its name says'

const text = (file: string, mistake: string, from: string | RegExp, to: string, at: string, says: string): Planted => ({
  file,
  mistake,
  plant: edit(from, to),
  at,
  says,
})
const whole = (file: string, mistake: string, plant: Planted['plant'], says: string): Planted => ({
  file,
  mistake,
  plant,
  says,
})

const PLANTED: readonly Planted[] = [
  // Texts as editors save them
  { ...whole('leadership.yaml', 'saved as UTF-16', utf16, UTF16), at: '' },
  { ...whole('rules/06-fire-rescue.md', 'saved as UTF-16', utf16, UTF16), at: '' },
  {
    file: 'site.yaml',
    mistake: 'saved as Windows-1252',
    plant: bytes((said) => Buffer.from(said.replace(/^tagline:.*$/m, 'tagline: Schöne Nächte'), 'latin1')),
    at: 'tagline: ',
    says: WINDOWS,
  },
  {
    file: 'rules/02-roleplay-standards.md',
    mistake: 'saved as Windows-1252',
    plant: bytes((said) => Buffer.from(said.replace(/^## /m, '## é'), 'latin1')),
    at: '## ',
    says: WINDOWS,
  },
  {
    ...whole('da-reasons.yaml', 'no text at all', replaced(Buffer.alloc(100)), UTF16),
    at: '',
    needs: 'discipline.yaml',
  },
  // YAML
  text('site.yaml', 'a tab', '\n  store:', '\n\tstore:', '\tstore:', 'there is a tab: indent with spaces'),
  text(
    'supporters.yaml',
    'a tab',
    '    label: Reef',
    '\t\tlabel: Reef',
    '\t\tlabel',
    'there is a tab: indent with spaces',
  ),
  text(
    'site.yaml',
    'a name twice',
    /^shortName:.*$/m,
    'shortName: HCRP\nshortName: TWICE',
    'TWICE',
    'this name stands there twice: keep one of them',
  ),
  {
    ...text(
      'in-game-actions.yaml',
      'a name twice',
      /^warn: .*$/m,
      'warn: Note\nwarn: Strike',
      'warn: Strike',
      'this name stands there twice: keep one of them',
    ),
    needs: 'discipline.yaml',
  },
  text(
    'departments/hcso.yaml',
    'a text with a colon',
    /^motto: .*$/m,
    'motto: Hammock: County',
    'motto: ',
    'a text with a colon and a space must stand in quotes, and names of one level begin below each other',
  ),
  text('codes/ten-codes.yaml', 'a bracket that is open', /\}\n$/, '\n', '', 'a bracket is open: close it with ] or }'),
  text(
    'leadership.yaml',
    'a quotation mark that is open',
    /"\s*\}\s*$/,
    '\n',
    '',
    'a quotation mark, a bracket or a comma is missing, here or in the line above',
  ),
  text(
    'not-in-the-rules.yaml',
    'a line of ---',
    /\n(?=Emotes)/,
    '\n---\n',
    '---',
    'there is a line of --- in the middle: a file says one thing, so delete that line',
  ),
  text(
    'quick-links.yaml',
    'a text that begins with @',
    /title: Radio$/m,
    'title: @Radio',
    '@Radio',
    'a text that begins with @, %, ` or such must stand in quotes',
  ),
  text(
    'assistant.yaml',
    'spaces that do not fit',
    /^realLife:/m,
    ' realLife:',
    '',
    'the spaces at the beginning of the line do not fit the lines above',
  ),
  whole('glossary.yaml', 'nothing in it', replaced('# later\n'), ':1: the file: this is missing'),
  // Names
  text(
    'site.yaml',
    'a name with another letter',
    /^tagline:/m,
    'tagLine:',
    'tagLine:',
    'the file: tagLine is not known here. Expected one of: name, shortName, ',
  ),
  text(
    'site.yaml',
    'a link with a name of its own',
    '  store:',
    '  shop:',
    '  shop:',
    'links: shop is not known here. Expected one of: connect, createAccount, discord, store, rules, applications, civilianSop, support, cad, radio, statistics, records, banAppeals, status, x, tiktok, email',
  ),
  text(
    'departments/fhp.yaml',
    'a wrong name',
    '\nmotto:',
    '\nmoto:',
    'moto:',
    'the file: moto is not known here. Expected one of: title, shortName, motto, summary, badge, accents, application, chat, metadata, executiveCommand, leadership, divisions, subdivisions. Did you mean motto?',
  ),
  text(
    'departments/ttpd.yaml',
    'a wrong name deep inside',
    /^ {4}rank:|^ {2}- rank:/m,
    '  - rnk:',
    'rnk:',
    'executiveCommand.0: rnk is not known here. Expected one of: rank, unit, name, callsign, insignia, quote. Did you mean rank?',
  ),
  text(
    'departments.yaml',
    'a wrong name in a list',
    '    summary: Engines',
    '    sumary: Engines',
    'sumary:',
    'elsewhere.0: sumary is not known here. Expected one of: title, shortName, motto, summary, badge, accents, href. Did you mean summary?',
  ),
  text(
    'supporters.yaml',
    'a wrong name',
    'emphasis: 3',
    'emphasize: 3',
    'emphasize:',
    'tiers.0: emphasize is not known here. Expected one of: key, label, title, icon, emphasis, roles, people. Did you mean emphasis?',
  ),
  text(
    'announcements.yaml',
    'an event that does not happen',
    /^actionLogged:/m,
    'actionLoged:',
    'actionLoged:',
    'the file: actionLoged is not known here. Expected one of: actionLogged, actionsImported, trialModPassed, trialModFailed, trialModsImported, rosterMemberAdded, rosterMemberChanged, rosterMemberRemoved, rosterImported, verificationWaiting. Did you mean actionLogged?',
  ),
  text(
    'glossary.yaml',
    'a wrong name',
    /^short:/m,
    'shorts:',
    'shorts:',
    'the file: shorts is not known here. Expected one of: fillers, short, same, near. Did you mean short?',
  ),
  text(
    'navigation.yaml',
    'a wrong name',
    /^social:/m,
    'socials:',
    'socials:',
    'the file: socials is not known here. Expected one of: off, bar, footer, departmentFooter, social. Did you mean social?',
  ),
  {
    ...text(
      'da-reasons.yaml',
      'a wrong name',
      '  internal: ',
      '  intern: ',
      'intern: ',
      '0: intern is not known here. Expected one of: label, type, internal, external',
    ),
    needs: 'discipline.yaml',
  },
  text(
    'chat-pictures.yaml',
    'a wrong name',
    '  alt: ',
    '  alternative: ',
    'alternative: ',
    '0: alternative is not known here. Expected one of: file, alt, when',
  ),
  // What is missing
  text('site.yaml', 'no name', /^name:.*\n/m, '', 'shortName:', 'name: this is missing'),
  text(
    'site.yaml',
    'no way in',
    /^links:\n(?: {2}.*\n)+/m,
    'links:\n  store: https://store.example\n',
    '  store:',
    'links: connect or discord: people need one way in',
  ),
  text('departments/fhp.yaml', 'no application', /^application:.*\n/m, '', 'title:', 'application: this is missing'),
  text('leadership.yaml', 'nobody’s role', ', role: Owner', '', 'Theo Marchetti', 'team.0.role: this is missing'),
  text(
    'codes/penal-codes.yaml',
    'no title',
    'title: "Obedience to traffic control devices", ',
    '',
    '316.074(1)',
    '0.title: this is missing',
  ),
  whole('departments.yaml', 'not there', removed, ' is missing'),
  whole('navigation.yaml', 'not there', removed, ' is missing'),
  // Values
  text(
    'site.yaml',
    'too short a name',
    /^shortName:.*$/m,
    'shortName: H',
    'shortName: H',
    'shortName: expected at least 2 letters',
  ),
  text(
    'site.yaml',
    'too long a name',
    /^shortName:.*$/m,
    'shortName: HammockCoast',
    'shortName: ',
    'shortName: expected at most 8 letters, but there are 12',
  ),
  text(
    'site.yaml',
    'a number for a text',
    /^name:.*$/m,
    'name: 12345',
    'name: ',
    'name: expected a text: put it in quotes',
  ),
  text(
    'site.yaml',
    'a script for a link',
    / {2}store: .*/,
    '  store: javascript:alert(1)',
    '  store: ',
    'links.store: a web address (https://…), mailto:… or a path (/…)',
  ),
  text(
    'site.yaml',
    'an address of the game where none opens',
    / {2}store: .*/,
    '  store: fivem://connect/x',
    '  store: ',
    'links.store: a web address (https://…), mailto:… or a path (/…)',
  ),
  text(
    'site.yaml',
    'a role without quotes',
    /^ {2}staff: .*$/m,
    '  staff: [200000000000000003]',
    '  staff: ',
    'roles.staff.0: a Discord role id in quotes',
  ),
  text(
    'site.yaml',
    'a role by its name',
    /^ {2}owner: .*$/m,
    '  owner: ["Owners"]',
    '  owner: ',
    'roles.owner.0: a Discord role id in quotes: 17 to 20 digits',
  ),
  text(
    'site.yaml',
    'a text for a list',
    /^ {2}es: .*$/m,
    '  es: "200000000000000004"',
    '  es: ',
    'roles.es: expected a list',
  ),
  text(
    'site.yaml',
    'a game server without its scheme',
    /^verifiedRole:/m,
    'gameServer: 203.0.113.7:30120\nverifiedRole:',
    'gameServer: 203',
    'gameServer: the address of the game server, such as http://203.0.113.7:30120',
  ),
  text(
    'site.yaml',
    'a verified role that gives rights',
    /^verifiedRole: .*$/m,
    'verifiedRole: "200000000000000003"',
    'verifiedRole: ',
    'verifiedRole: a role that gives no right here: this one stands under roles',
  ),
  text(
    'departments/hcso.yaml',
    'a colour by its name',
    /main: "#?\w+"/,
    'main: "gold"',
    'main: "gold"',
    'accents.main: a colour in quotes, as "#dcb98a"',
  ),
  text(
    'departments/ttpd.yaml',
    'a link that is none',
    /^chat: .*$/m,
    'chat: discord.gg/x',
    'chat: ',
    'chat: a web address (https://…), mailto:… or a path (/…)',
  ),
  {
    ...text(
      'in-game-actions.yaml',
      'a type of action that is none',
      /^kick: .*$/m,
      'kick: Written Warnings',
      'kick: ',
      'kick: expected one of: Verbal Warning, Written Warning, Strike, Suspension, Demotion, Removal, Note. Did you mean Written Warning?',
    ),
    needs: 'discipline.yaml',
  },
  {
    ...text(
      'da-reasons.yaml',
      'a type of action that is none',
      '  type: Verbal Warning',
      '  type: Verbal',
      'type: Verbal',
      '0.type: expected one of: Verbal Warning, Written Warning, Strike, Suspension, Demotion, Removal, Note',
    ),
    needs: 'discipline.yaml',
  },
  text(
    'codes/ten-codes.yaml',
    'a colour that is none',
    'color: green',
    'color: gren',
    'gren',
    '1.color: expected one of: default, red, orange, yellow, blue, green. Did you mean green?',
  ),
  text(
    'codes/ten-codes.yaml',
    'a code twice',
    'code: "10-2"',
    'code: "10-1"',
    'Signal is good',
    '1: this code stands in the file twice',
  ),
  text(
    'codes/penal-codes.yaml',
    'a statute twice',
    'statute: "316.075(1)(c)1."',
    'statute: "316.074(1)"',
    'steady red',
    '1: this statute stands in the file twice',
  ),
  text(
    'codes/penal-codes.yaml',
    'a fine that is no number',
    'fine: 165',
    'fine: much',
    'fine: much',
    '0.fine: Use a whole number.',
  ),
  text(
    'codes/synonyms.yaml',
    'one word that means the same as nothing',
    /^- \[weed.*$/m,
    '- [weed]',
    '- [weed]',
    '0: two words or phrases or more that mean the same',
  ),
  text(
    'codes/asked-as.yaml',
    'a wrong list',
    /^penal:/m,
    'penalcodes:',
    'penalcodes:',
    'the file: penalcodes is not known here. Expected one of: ten, penal',
  ),
  text(
    'quick-links.yaml',
    'a group that is none',
    'group: Operational',
    'group: Operations',
    'group: Operations',
    'links.0.group: expected one of: Operational, References, Department SOPs, Discord Resources, Servers, Other. Did you mean Operational?',
  ),
  text(
    'quick-links.yaml',
    'a picture that the site does not have',
    'icon: radio-tower',
    'icon: radio-towr',
    'icon: radio-towr',
    'icons.5.icon: expected one of',
  ),
  text(
    'quick-links.yaml',
    'an icon by its picture',
    'icon: bolt',
    'icon: zap',
    'icon: zap',
    'links.0.icon: expected one of: bolt, book',
  ),
  text('supporters.yaml', 'too much emphasis', 'emphasis: 3', 'emphasis: 4', 'emphasis: 4', 'tiers.0.emphasis: '),
  text(
    'announcements.yaml',
    'words that name what is not known',
    'logged for **{name}**',
    'logged for **{victim}**',
    'words: |',
    'actionLogged.words: these words may only name ',
  ),
  text(
    'navigation.yaml',
    'a page that is not there',
    'to: /supporters }',
    'to: /suporters }',
    '/suporters',
    'bar.1.to: a page of this site: it has none at this path',
  ),
  text(
    'navigation.yaml',
    'a part that is none',
    'off: []',
    'off: [verfy]',
    'verfy',
    'off.0: expected one of: ten-codes, penal-codes, verify, es, dev-roster, supporters, training-queue. Did you mean verify?',
  ),
  text(
    'assistant.yaml',
    'an answer of no kind',
    /^( {4}kind: )help$/m,
    '    kind: helpful',
    'kind: helpful',
    'replies.0.kind: expected one of: help, calm',
  ),
  {
    ...text(
      'assistant-examples.yaml',
      'examples of what nobody answers',
      /^self-harm:/m,
      'selfharm:',
      'selfharm:',
      'the file: selfharm is not known here. Expected one of: self-harm, ',
    ),
    needs: 'assistant.yaml',
  },
  text(
    'departments/fhp.yaml',
    'a colour that nobody can read',
    /main: "#\w+"/,
    'main: "#333344"',
    'main: ',
    'accents.main: a lighter colour: words in it need a contrast of 4.5 on the dark pages',
  ),
  {
    ...text(
      'rosters.yaml',
      'a colour that nobody can read',
      'colour: amber',
      'colour: "#443300"',
      '#443300',
      'statuses.4.colour: a colour that can be read: #443300 has a contrast of ',
    ),
    needs: 'look.yaml',
  },
  text(
    'discipline.yaml',
    'nobody who may give a type',
    'name: Strike,',
    'name: Strike, givenBy: managment,',
    'managment',
    'types.2.givenBy: expected one of: staff, management, owner. Did you mean management?',
  ),
  text(
    'discipline.yaml',
    'an alias of two types',
    'aliases: [Removed,',
    'aliases: [Demoted,',
    '[Demoted, Term',
    'types.5.aliases.0: a name that nothing else has: "Demoted" is read as "Demoted"',
  ),
  text(
    'discipline.yaml',
    'no colour',
    ', colour: warn',
    '',
    'Strike',
    'types.2.colour: this is missing: one of ok, warn',
  ),
  text(
    'rosters.yaml',
    'a group that stands nowhere',
    'others: Auxiliary Developer',
    'others: Auxiliary',
    'others: Auxiliary',
    'rosters.dev-roster.others: one of Lead Developer, ',
  ),
  text(
    'rosters.yaml',
    'a title in two groups',
    '[JA, JrA]',
    '[JA, SMod]',
    '[SM, SMod',
    'rosters.roster.groups.5.titles.Senior Moderator.1: a name that nothing else has: "SMod" is read as "SMod"',
  ),
  {
    ...text(
      'checklists.yaml',
      'a promotion from a group that is none',
      'from: Trial Moderator',
      'from: Trial Mods',
      'from: Trial Mods',
      'trial-mods.promotion.from: expected one of: Staff Director, ',
    ),
    needs: 'rosters.yaml',
  },
  {
    ...text(
      'checklists.yaml',
      'a stage that calls do not have',
      'key: in_game,',
      'key: ingame,',
      'key: ingame',
      'trial-mods.stages.1.key: expected one of: classroom, in_game, ',
    ),
    needs: 'rosters.yaml',
  },
  {
    ...text(
      'checklists.yaml',
      'a stage twice',
      'key: supervised5,',
      'key: classroom,',
      'column: In-Game 3',
      'trial-mods.stages.6.key: a stage that is not there yet: classroom is',
    ),
    needs: 'rosters.yaml',
  },
  {
    ...text(
      'checklists.yaml',
      'a word for two outcomes',
      'aliases: [Fail, Removed]',
      'aliases: [Fail, Promoted]',
      '[Fail, Promoted]',
      'trial-mods.outcomes.Failed.aliases.1: a name that nothing else has: "Promoted" is read as "Promoted"',
    ),
    needs: 'rosters.yaml',
  },
  text(
    'rosters.yaml',
    'a wrong name',
    /^emptyStatus:/m,
    'emptyStates:',
    'emptyStates:',
    'the file: emptyStates is not known here. Expected one of: ',
  ),
  text(
    'law.yaml',
    'a colour that is none',
    'colour: info',
    'colour: blue',
    'colour: blue',
    'classes.0.colour: expected one of: ok, warn, danger, info, amber, sunset, lagoon, plain',
  ),
  text(
    'law.yaml',
    'a class twice',
    'name: Infraction',
    'name: Felony (life)',
    'Felony (life)',
    'classes: each class once',
  ),
  text(
    'verification.yaml',
    'a group twice',
    'key: first-responder',
    'key: military',
    'key: military',
    'groups: each key once',
  ),
  text(
    'verification.yaml',
    'the key of everybody else',
    'key: first-responder',
    'key: other',
    'key: other',
    'groups.1.key: another key: other is whoever belongs to no group',
  ),
  text(
    'verification.yaml',
    'a drawing that the site does not have',
    'drawing: light-bar',
    'drawing: lightbar',
    'drawing: lightbar',
    'groups.1.drawing: chevrons, light-bar or a picture under community/media, as /media/boats.svg',
  ),
  text(
    'verification.yaml',
    'a drawing that is not there',
    'drawing: light-bar',
    'drawing: /media/boats.svg',
    '/media/boats.svg',
    'there is no picture media/boats.svg',
  ),
  text(
    'verification.yaml',
    'an icon that nobody has',
    'icon: siren',
    'icon: sirene',
    'icon: sirene',
    'groups.1.kinds.0.icon: ',
  ),
  text(
    'look.yaml',
    'words that nobody can read',
    'colours: {}',
    'colours: { paper-faint: "#555566" }',
    'paper-faint: "#555566"',
    'colours.paper-faint: paper-faint is read on night and needs a contrast of 4.5. This has 2.6',
  ),
  text(
    'look.yaml',
    'a page too light for its words',
    'colours: {}',
    'colours: { night: "#8090a0" }',
    'night: "#8090a0"',
    'colours.night: paper is read on night and needs a contrast of 7. This has ',
  ),
  text(
    'look.yaml',
    'a colour by its name',
    'colours: {}',
    'colours: { sunset: gold }',
    'sunset: gold',
    'colours.sunset: a colour in quotes, as "#090d20"',
  ),
  text(
    'look.yaml',
    'a colour that the site does not have',
    'colours: {}',
    'colours: { sunsett: "#ffffff" }',
    'sunsett',
    'colours: sunsett is not known here. Expected one of: night, dusk, haze, paper, ',
  ),
  text(
    'look.yaml',
    'a drawing that is not there',
    'drawings: {}',
    'drawings: { screens: /media/boats.svg }',
    '/media/boats.svg',
    'there is no picture media/boats.svg',
  ),
  text(
    'site.yaml',
    'a locale that is none',
    /^language: en$/m,
    'language: en\nlocale: german',
    'locale: german',
    'locale: a locale in quotes, as "de-AT"',
  ),
  text(
    'site.yaml',
    'a wrong order of dates',
    /^language: en$/m,
    'language: en\ndateOrder: day-month',
    'dateOrder: day-month',
    'dateOrder: expected one of: month-day-year, day-month-year, year-month-day',
  ),
  text(
    'site.yaml',
    'a clock of no hours',
    /^language: en$/m,
    'language: en\nclock: 25',
    'clock: 25',
    'clock: expected one of: 12, 24',
  ),
  text(
    'site.yaml',
    'a week that begins in its middle',
    /^language: en$/m,
    'language: en\nfirstDayOfWeek: wednesday',
    'firstDayOfWeek: wednesday',
    'firstDayOfWeek: expected one of: monday, sunday, saturday',
  ),
  // Markdown
  text('rules/01-general-conduct.md', 'no title', /^# .*\n/, '', '', 'expected a title (# …)'),
  text(
    'rules/03-civilians-and-crime.md',
    'no summary',
    /^(# .*\n)\n(?!#).+\n/,
    '# Civilians\n',
    '',
    'expected a summary below the title',
  ),
  text(
    'rules/04-pursuits-and-force.md',
    'a rule without a chapter',
    /^## .*\n/m,
    '',
    '### ',
    'expected a chapter (## …) above this rule',
  ),
  text('rules/05-law-enforcement.md', 'a head as of a blog', /^/, '---\ntitle: Police\n---\n', '---', 'expected '),
  text('rules/07-vehicles-and-traffic.md', 'a table', /^(### .*\n)/m, '### 1 Table\n\n| a | b |\n', '| a', 'expected '),
  text(
    'rules/08-chat-voice-streaming.md',
    'a heading twice',
    /^### (.*)$/m,
    '### Once\n\nText.\n\n### Once',
    '### Once',
    'expected another heading: "Once" stands here twice',
  ),
  whole(
    'rules/Regel 12.md',
    'a name that no address has',
    replaced('# Title\n\nText.\n'),
    ':1: expected a file name of its own such as 01-general-conduct.md',
  ),
  // Pictures
  whole('media/hero-poster.webp', 'not there', removed, ' is missing'),
  whole('media/icons/favicon.svg', 'not there', removed, ' is missing'),
  {
    file: 'departments/fhp.yaml',
    mistake: 'a badge that is not there',
    plant: (copy) => copy.remove('media/departments/fhp.svg'),
    at: 'badge: ',
    says: 'there is no picture media/departments/fhp.svg',
  },
  whole(
    'chat-pictures.yaml',
    'a picture that is not there',
    (copy) => copy.remove('media/chat/coffee.svg'),
    ': media/chat/coffee.svg is missing',
  ),
  whole(
    'media/social/home.jpg',
    'cut off',
    bytes(() => Buffer.from([0xff, 0xd8, ...new Array(400).fill(1)])),
    ` ${INCOMPLETE}`,
  ),
  whole(
    'media/icons/icon-512.png',
    'cut off',
    (copy, file) => copy.write(file, readFileSync(join(copy.dir, file)).subarray(0, 900)),
    ` ${INCOMPLETE}`,
  ),
  whole(
    'media/hero-poster.webp',
    'another kind of picture',
    (copy, file) => copy.write(file, readFileSync(join(copy.dir, 'media/social/home.jpg'))),
    ` ${INCOMPLETE}`,
  ),
  whole('media/emblem.svg', 'without its end', replaced('<svg xmlns="http://www.w3.org/2000/svg">'), ` ${INCOMPLETE}`),
  whole('media/assistant.svg', 'empty', replaced(''), ' is empty'),
  whole(
    'media/departments/big.png',
    'too large',
    replaced(Buffer.alloc(3 * 1024 * 1024, 1)),
    ' has 3.0 MB. Expected at most 2.0 MB: people on phones wait for it',
  ),
  whole(
    'media/hero.webm',
    'too large',
    replaced(Buffer.alloc(9 * 1024 * 1024, 1)),
    ' has 9.0 MB. Expected at most 8.0 MB: people on phones wait for it',
  ),
  whole(
    'media/photo.heic',
    'of a kind that browsers do not show',
    replaced('x'),
    ' is no picture that browsers show everywhere. Expected a name that ends in .svg, .png, .jpg, .webp, .avif, .gif, .mp4, .webm',
  ),
  whole(
    'media/Unser Bild.png',
    'with a space in its name',
    replaced('x'),
    ' has a name that addresses cannot carry. Use the letters a to z, digits, - and _',
  ),
  // Files
  whole(
    'site.yml',
    'named with yml',
    replaced('name: x\n'),
    ': nothing reads this file. Expected site.yaml. Did you mean that?',
  ),
  whole(
    'Leadership.yaml',
    'named with a capital letter',
    replaced('intro: x\n'),
    ': nothing reads this file. Expected leadership.yaml. Did you mean that?',
  ),
  whole(
    'rules/12-more.markdown',
    'named with another ending',
    replaced('# x\n'),
    ': nothing reads this file. Expected a name that ends in .md, right in rules/',
  ),
  whole(
    'departments/drafts/swat.yaml',
    'in a folder too deep',
    (copy) => copy.write('departments/drafts/swat.yaml', 'x'),
    ': nothing reads this file. Expected a name that ends in .yaml, right in departments/',
  ),
  whole(
    'departments/S.W.A.T.yaml',
    'named as no page',
    replaced('x'),
    ': name it as its page, in small letters: fhp.yaml is /fhp',
  ),
  whole(
    'departments/rules.yaml',
    'named as a page of the site',
    replaced('x'),
    ': the site has a page /rules already; give the file another name',
  ),
  whole(
    'holidays.yaml',
    'of no use',
    replaced('x'),
    ': nothing reads this file. Expected one of: announcements.yaml, ',
  ),
]

async function problemsOf(dir: string): Promise<string[]> {
  try {
    await readContent(dir)
    return []
  } catch (error) {
    if (error instanceof BadConfiguration) return error.problems
    throw error
  }
}

/** Mistakes that can be made at once: one a file. */
const FOLDERS: Planted[][] = []
for (const planted of PLANTED) {
  const folder = FOLDERS.find((each) =>
    each.every(({ file, needs }) => ![planted.file, planted.needs].includes(file) && needs !== planted.file),
  )
  if (folder === undefined) FOLDERS.push([planted])
  else folder.push(planted)
}

describe.each(FOLDERS.map((mistakes, index) => ({ mistakes, index })))(
  'Folder $index with many mistakes',
  ({ mistakes }) => {
    const copy = copyCommunity()
    afterAll(copy.discard)
    for (const { file, plant } of mistakes) plant(copy, file)
    const problems = problemsOf(copy.dir)

    it.each(mistakes)('says of $file: $mistake', async ({ file, at, says }) => {
      const path = join(copy.dir, file)
      if (at === undefined) {
        expect(await problems).toContainEqual(expect.stringContaining(`${path}${says}`))
        return
      }
      const lines = existsSync(path) ? readFileSync(path).toString('utf8').split('\n') : []
      const said = (await problems).flatMap((problem) => {
        const [, line, words] = problem.startsWith(path) ? (/^:(\d+): (.*)/.exec(problem.slice(path.length)) ?? []) : []
        return words === undefined ? [] : `${lines[Number(line) - 1]?.includes(at) ? at : line}: ${words}`
      })
      expect(said).toContainEqual(expect.stringContaining(`${at}: ${says}`))
    })
  },
)

describe('The files of a community', () => {
  const shipped = readdirSync(join(root, 'community'), { recursive: true, encoding: 'utf8' })

  it.each(shipped.filter((file) => file.endsWith('.yaml')))('include %s, which has a mistake above', (file) => {
    expect(PLANTED.map((planted) => planted.file)).toContain(file)
  })

  it('may lie beside what systems leave, begin with a mark of UTF-8 and have line ends of Windows', async () => {
    const copy = copyCommunity()
    for (const name of ['.DS_Store', '._site.yaml', 'Thumbs.db', 'site.yaml~', 'README.md', 'LICENSE'])
      copy.write(name, '\0')
    for (const name of ['rules/._01-general-conduct.md', 'departments/.DS_Store', 'media/._hero.mp4'])
      copy.write(name, '\0')
    for (const file of ['site.yaml', 'rules/01-general-conduct.md', 'departments/fhp.yaml']) {
      copy.write(file, `\ufeff${read(copy, file).replaceAll('\n', '\r\n')}`)
    }
    expect(await problemsOf(copy.dir)).toEqual([])
    const [was, is] = [await readContent('community'), await readContent(copy.dir)]
    expect(is.rulebooks).toEqual(was.rulebooks)
    expect(is.frontDoor).toEqual(was.frontDoor)
    expect(is.community.site).toEqual(was.community.site)
    copy.discard()
  })
})
