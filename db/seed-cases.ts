/** What happened, how often among the others, and what was written of it; `{…}` is filled in. */
export const CASES: readonly { type: string; weight: number; internal: string; external: string | null }[] = [
  {
    type: 'Verbal Warning',
    weight: 11,
    internal: 'Missed the {shift} shift without a word in #absences. {often}',
    external: 'You missed your {shift} shift. Post in the absence channel before a shift that you cannot make.',
  },
  {
    type: 'Verbal Warning',
    weight: 9,
    internal:
      'Claimed ticket #{ticket} and left it unanswered for {hours} hours; {player} asked twice. {admin} took it over.',
    external:
      'Ticket #{ticket} waited {hours} hours after you claimed it. Hand tickets over when you cannot finish them.',
  },
  {
    type: 'Verbal Warning',
    weight: 6,
    internal:
      'Talked over {player} in a sit on {server} and closed it before hearing both sides. Clip {clip}, around 04:20.',
    external: 'Let both sides finish in a sit before you decide.',
  },
  {
    type: 'Verbal Warning',
    weight: 5,
    internal: 'Left the radio open during a {scene} for several minutes after two reminders from dispatch.',
    external: 'Keep the radio clear during priority scenes.',
  },
  {
    type: 'Verbal Warning',
    weight: 4,
    internal: 'Posted a joke about an open ban appeal in #general. Deleted at once when asked; no ill intent.',
    external: 'Appeals are not discussed in public channels.',
  },
  {
    type: 'Written Warning',
    weight: 8,
    internal: 'Issued a {length}-day ban to {player} with no clip and no log attached. Overturned on appeal #{ticket}.',
    external: 'You banned a player without evidence on file. Attach a clip or a log to every punishment.',
  },
  {
    type: 'Written Warning',
    weight: 8,
    internal: '{few} hours in the last two weeks, quota is ten. No leave on file. Asked on {weekday}, no answer yet.',
    external:
      'Your activity was below the quota of ten hours in two weeks. Ask for a leave of absence when you need one.',
  },
  {
    type: 'Written Warning',
    weight: 5,
    internal:
      'Argued with another moderator in #staff-chat about a {scene} ruling after being asked to move it to DMs.',
    external: 'Take disagreements to a private channel or to your supervisor.',
  },
  {
    type: 'Written Warning',
    weight: 4,
    internal:
      'Teleported to {player} during an active {scene} without vanish; scene had to be voided. Log line {ticket}.',
    external: 'Do not enter an active scene visibly. Observe first, step in when it is over.',
  },
  {
    type: 'Strike',
    weight: 6,
    internal: 'Insulted {player} in a sit on {server} ("learn to read"). Clip {clip}. Two other staff heard it.',
    external:
      'Your tone towards a player was below what we expect. Ask for another member of staff when a sit gets heated.',
  },
  {
    type: 'Strike',
    weight: 5,
    internal: 'Third missed shift this quarter, all without notice ({shift} each time). Two verbal warnings on file.',
    external: 'This is your third missed shift without notice this quarter.',
  },
  {
    type: 'Strike',
    weight: 4,
    internal: 'Ruled on a report against their own department. {player} noticed and complained in ticket #{ticket}.',
    external: 'Hand reports that concern your own department to somebody else.',
  },
  {
    type: 'Strike',
    weight: 3,
    internal:
      'Spawned a {vehicle} for a friend while on duty as a player. Admitted it straight away. Log line {ticket}.',
    external: 'You used staff permissions for a friend. The next time leads to a suspension.',
  },
  {
    type: 'Suspension',
    weight: 3,
    internal: 'Used noclip to reach a {scene} as a player, on {server}. Clip {clip}. Seven days, reviewed by {admin}.',
    external: 'You used staff permissions while playing. You are suspended for seven days.',
  },
  {
    type: 'Suspension',
    weight: 2,
    internal:
      'Shouting match with {player} in voice, ended with a ban that {admin} lifted the same evening. Five days off.',
    external:
      'You are suspended for five days after an argument with a player. Talk to your supervisor before you return.',
  },
  {
    type: 'Demotion',
    weight: 2,
    internal:
      'Shared a screenshot of #admin-chat with {player}. Confirmed when asked. One rank down, decided by {admin}.',
    external: 'You shared what was said in a staff channel. You move down one rank and may apply again in 60 days.',
  },
  {
    type: 'Demotion',
    weight: 1,
    internal:
      'Too few sits reviewed for two months in spite of a plan agreed with {admin}. Back to the rank they did well in.',
    external: 'The duties of your rank were not met for two months. You return to your earlier rank without a strike.',
  },
  {
    type: 'Removal',
    weight: 1,
    internal: 'No activity for 31 days, no leave on file, two messages unanswered. Removed under the inactivity rule.',
    external: 'You were removed from the team after a long absence. You are welcome to apply again.',
  },
  {
    type: 'Note',
    weight: 6,
    internal: '{player} wrote in to praise how calmly a {scene} was handled on {weekday}. For the next promotions.',
    external: null,
  },
  {
    type: 'Note',
    weight: 4,
    internal: 'Told {admin} about exams until the end of the month: fewer hours agreed, no leave needed.',
    external: null,
  },
  {
    type: 'Note',
    weight: 3,
    internal: 'Coached on evidence: went through three old tickets together, understood it well.',
    external: 'We went through how evidence is filed. Thank you for taking the time.',
  },
]

/** What may stand where a case says `{…}`. */
export const WORDINGS: Record<string, readonly string[]> = {
  shift: ['Friday night', 'Saturday night', 'Sunday afternoon', 'Tuesday evening', 'Wednesday late', 'Monday evening'],
  often: [
    'First time this quarter.',
    'Second time this quarter.',
    'Apologised the next morning.',
    'Said it was a power cut.',
  ],
  player: [
    'a civilian in the pier robbery',
    'B. Castellano',
    'the driver of the red pickup',
    'T. Okoro',
    'a new player',
    'J. Whitlock',
    'an HCFR cadet',
    'M. Santoro',
    'a TTPD officer',
    'K. Lindqvist',
  ],
  hours: ['6', '9', '11', '14', '20', '26'],
  few: ['Two', 'Three', 'Four and a half', 'Five', 'Six'],
  length: ['1', '3', '7', '14', '30'],
  server: ['server 1', 'server 2', 'the training server'],
  scene: [
    'bank robbery',
    'traffic stop',
    'vehicle pursuit',
    'marina fire',
    'hostage scene',
    'drug raid',
    'highway pile-up',
    'store robbery',
  ],
  vehicle: ['patrol boat', 'muscle car', 'tow truck', 'helicopter'],
  weekday: ['Monday', 'Tuesday', 'Thursday', 'Saturday', 'Sunday'],
  clip: ['HC-2217', 'HC-2304', 'HC-2391', 'HC-2455', 'HC-2508', 'HC-2576', 'HC-2613'],
}

/** Why an action was revised. */
export const REVISED = [
  'The clip was attached later; the reason now says what is in it.',
  'Written down as the lighter one after talking to them.',
  'Spelling, and the ticket number was missing.',
  'The wrong template was picked.',
]
/** How an action ended, and why. */
export const REVOKED = [
  { outcome: 'expunged', why: 'The log showed that it was somebody else with the same callsign.' },
  { outcome: 'expunged', why: 'Appealed with a leave of absence that had been approved and was not on file.' },
  { outcome: 'reduced', why: 'Reduced to a talk after the appeal: a first time, and they owned up at once.' },
  { outcome: 'expired', why: 'Ninety days without another one: it no longer counts.' },
  { outcome: 'expired', why: 'Worked off with the training plan that was agreed on.' },
] as const
