import type { Text } from '#lib/messages.ts'

/*
 * Every text of the site in German, by its English text. Needs a native reader. Players are addressed with du.
 * docs/adding-a-language.md says how to add a text.
 */
export const de = {
  '✓ copied': '✓ kopiert',
  '10-Codes': '10-Codes',
  '404 Error, classic.': 'Fehler 404, der Klassiker.',
  'A shared answer': 'Eine geteilte Antwort',
  'Access Denied': 'Zugriff verweigert',
  'Access Restricted': 'Zugriff eingeschränkt',
  AHEAD: 'VORAUS',
  'Almost there': 'Fast geschafft',
  API: 'API',
  'Assistant Questions': 'Fragen an den Assistenten',
  Audit: 'Protokoll',
  BACK: 'ZURÜCK',
  'Back Home': 'Zur Startseite',
  BUMP: 'HUBBEL',
  Continue: 'Weiter',
  Copied: 'Kopiert',
  Copy: 'Kopieren',
  'Copy how to fix: {what}': 'Kopieren, wie man es behebt: {what}',
  '{count} things are wrong': { one: '{count} Sache stimmt nicht', other: '{count} Sachen stimmen nicht' },
  DETOUR: 'UMLEITUNG',
  'Development Roster': 'Entwicklerliste',
  Discord: 'Discord',
  'Discord gave us a code that works once and only for a short time. It no longer works.':
    'Discord hat uns einen Code gegeben, der nur einmal und nur kurz gilt. Er funktioniert nicht mehr.',
  'Discord is not answering': 'Discord antwortet nicht',
  'Discord may be down for a moment. Try again in a minute.':
    'Vielleicht ist Discord gerade kurz weg. Versuch es in einer Minute noch einmal.',
  Doctor: 'Doktor',
  DOWN: 'SAMER',
  'ES Information': 'ES-Informationen',
  'ES ONLY': 'NUR ES',
  'ES Quick Info': 'ES-Schnellinfo',
  'Everything is in order': 'Alles in Ordnung',
  'EXIT 404': 'AUSF. 404',
  EXPIRED: 'ABGELAUFEN',
  "For security reasons, you've been logged out. Please log in again to continue using the support portal.":
    'Aus Sicherheitsgründen wurdest du abgemeldet. Bitte melde dich wieder an, um das Support-Portal weiter zu nutzen.',
  'Game server tokens': 'Tokens für Gameserver',
  'Go Back': 'Zurück',
  'Go Home': 'Zur Startseite',
  'Go to Discord': 'Zum Discord',
  Home: 'Start',
  'If it happens again, tell us and quote {id}.': 'Wenn es wieder passiert, sag uns Bescheid und nenne {id}.',
  'If you believe this is a mistake, contact a supervisor in our Discord.':
    'Wenn du glaubst, dass das ein Fehler ist, wende dich in unserem Discord an einen Supervisor.',
  'Import · 10-Codes': 'Import · 10-Codes',
  'Import · Development Roster': 'Import · Entwicklerliste',
  'Import · ES Quick Info': 'Import · ES-Schnellinfo',
  'Import · Penal Codes': 'Import · Bußgeldkatalog',
  'Import · Staff DA Database': 'Import · Staff-DA-Datenbank',
  'Import · Staff Roster': 'Import · Teamliste',
  'Import · Trial Mod Checklist': 'Import · Trial-Mod-Checkliste',
  'In order': 'In Ordnung',
  'in the Gulf': 'im Golf',
  'IRL Verification': 'IRL-Verifizierung',
  'Jail ({unit})': 'Haft ({unit})',
  'Join and try again, or continue without roles.':
    'Tritt bei und versuch es noch einmal, oder mach ohne Rollen weiter.',
  'Join Discord': 'Discord beitreten',
  Language: 'Sprache',
  'Log out': 'Abmelden',
  'Login with Discord': 'Mit Discord anmelden',
  'Looked at {time}': 'Angesehen: {time}',
  'Looking…': 'Wird angesehen …',
  'Looking at everything. This takes some seconds…': 'Alles wird angesehen. Das dauert ein paar Sekunden …',
  'Military, veterans and first responders can have their service confirmed for {name}.':
    'Soldaten, Veteranen und Einsatzkräfte können sich ihren Dienst für {name} bestätigen lassen.',
  MINUTE: 'MINUTE',
  'My account': 'Mein Account',
  'My account lists the pages you can open. To use another Discord account, log out first.':
    'Unter „Mein Account“ siehst du, welche Seiten du öffnen kannst. Um einen anderen Discord-Account zu nutzen, melde dich zuerst ab.',
  'NEXT EXIT': 'NÄCHSTE AUSF.',
  'Not signed in': 'Nicht angemeldet',
  'Nothing was saved, because the disk of the site is full. Please tell an owner.':
    'Es wurde nichts gespeichert, weil die Festplatte der Seite voll ist. Bitte sag einem Inhaber Bescheid.',
  'OWNER ONLY': 'NUR CHEFS',
  'Owners only.': 'Nur für Inhaber.',
  'Page not found': 'Seite nicht gefunden',
  'Penal Codes': 'Bußgeldkatalog',
  'Questions to the assistant': 'Fragen an den Assistenten',
  'Refresh Page': 'Seite neu laden',
  'Return Home': 'Zur Startseite',
  'Road Ends': 'Straße endet',
  Rules: 'Regeln',
  'Session Expired': 'Sitzung abgelaufen',
  'Sign in': 'Anmelden',
  'Sign in to use the staff tools, to open the ES quick links, or to verify as military, veteran or first responder. You can use the rest of the site without signing in.':
    'Melde dich an, um die Team-Werkzeuge zu nutzen, die ES-Links zu öffnen oder dich als Soldat, Veteran oder Einsatzkraft verifizieren zu lassen. Den Rest der Seite kannst du ohne Anmeldung nutzen.',
  'Sign in with Discord': 'Mit Discord anmelden',
  'Sign in with Discord and you come straight back here. Still no access then? Contact a supervisor in our Discord.':
    'Melde dich mit Discord an, dann landest du direkt wieder hier. Immer noch kein Zugriff? Wende dich in unserem Discord an einen Supervisor.',
  'Sign in with Discord first.': 'Melde dich zuerst mit Discord an.',
  'Sign-in cancelled': 'Anmeldung abgebrochen',
  'Signed in, but not in our Discord yet': 'Angemeldet, aber noch nicht auf unserem Discord',
  'Signing in': 'Anmeldung',
  SLOW: 'LANG-',
  'Some of what you sent is not valid.': 'Etwas von dem, was du gesendet hast, ist nicht gültig.',
  'Someone else changed this while you were editing.':
    'Jemand anderes hat das geändert, während du es bearbeitet hast.',
  'Something went wrong': 'Etwas ist schiefgelaufen',
  'Something went wrong. Please quote {id} if you report it.':
    'Etwas ist schiefgelaufen. Nenne bitte {id}, wenn du es meldest.',
  'Something went wrong. Please refresh.': 'Etwas ist schiefgelaufen. Bitte lade die Seite neu.',
  'Staff DA Database': 'Staff-DA-Datenbank',
  'STAFF ONLY': 'NUR TEAM',
  'Staff Roster': 'Teamliste',
  Supporters: 'Unterstützer',
  'That is too large.': 'Das ist zu groß.',
  'That kind of content is not accepted here.': 'Diese Art von Inhalt wird hier nicht angenommen.',
  'The 10-codes and signals that units and dispatch of {name} say on the radio.':
    'Die 10-Codes und Signale, die Einheiten und Leitstelle von {name} über Funk sagen.',
  'The address or the headers are too long.': 'Die Adresse oder die Header sind zu lang.',
  'The answer from Discord does not match a sign-in that you started in this browser.':
    'Die Antwort von Discord passt zu keiner Anmeldung, die du in diesem Browser begonnen hast.',
  'The database does not answer right now. Nothing was changed; please try again.':
    'Die Datenbank antwortet gerade nicht. Es wurde nichts geändert; bitte versuch es noch einmal.',
  'The doctor could not look.': 'Der Doktor konnte nicht nachsehen.',
  'The key is missing or wrong.': 'Der Schlüssel fehlt oder ist falsch.',
  'The list has changed since this preview. Look at it again.':
    'Die Liste hat sich seit dieser Vorschau geändert. Sieh sie dir noch einmal an.',
  'The page may have been open for too long, or your browser blocks cookies. Please start again.':
    'Vielleicht war die Seite zu lange offen, oder dein Browser blockiert Cookies. Bitte fang noch einmal an.',
  'The people who keep {name} running: every supporter, tier by tier.':
    'Die Leute, die {name} am Laufen halten: alle Unterstützer, Stufe für Stufe.',
  'The rules of {name}: conduct, roleplay, crime, departments, staff and appeals.':
    'Die Regeln von {name}: Verhalten, Roleplay, Verbrechen, Fraktionen, Team und Einsprüche.',
  'This call can only be made from the site itself.': 'Dieser Aufruf ist nur von der Seite selbst aus möglich.',
  'This can happen when you reload the page or press Back. Try again to sign in.':
    'Das passiert, wenn du die Seite neu lädst oder auf Zurück drückst. Melde dich einfach noch einmal an.',
  'This field is not known here.': 'Dieses Feld ist hier nicht bekannt.',
  'This is our fault. If it happens again, tell us what you were doing.':
    'Das liegt an uns. Wenn es wieder passiert, sag uns, was du gerade gemacht hast.',
  'This page or record does not exist.': 'Diese Seite oder diesen Eintrag gibt es nicht.',
  'This sign-in has expired': 'Diese Anmeldung ist abgelaufen',
  'Too Many Requests': 'Zu viele Anfragen',
  'Trial Mod Checklist': 'Trial-Mod-Checkliste',
  'Try again': 'Noch einmal versuchen',
  Users: 'Benutzer',
  Verifications: 'Verifizierungen',
  'We could not reach Discord to sign you in. You are not signed in.':
    'Wir konnten Discord nicht erreichen, um dich anzumelden. Du bist nicht angemeldet.',
  'We lost track of your sign-in': 'Wir haben deine Anmeldung aus den Augen verloren',
  'We read your Discord name, your picture and your roles in our Discord. We never see your messages or your password, and we read your email address only if you ask to be verified.':
    'Wir lesen deinen Discord-Namen, dein Bild und deine Rollen auf unserem Discord. Deine Nachrichten und dein Passwort sehen wir nie, und deine E-Mail-Adresse lesen wir nur, wenn du dich verifizieren lassen willst.',
  'We stored nothing. If you cancelled by mistake, try again.':
    'Wir haben nichts gespeichert. Wenn das ein Versehen war, versuch es noch einmal.',
  WELCOME: 'WILLKOMMEN',
  'Welp, nothing we can do here, the buttons below should help you out.':
    'Tja, hier können wir nichts machen. Die Buttons unten helfen dir weiter.',
  'What was sent could not be read.': 'Was gesendet wurde, konnte nicht gelesen werden.',
  'You are not signed in, and this page is about your own account.':
    'Du bist nicht angemeldet, und auf dieser Seite geht es um deinen eigenen Account.',
  'You are not signed in, and this page is for Management.':
    'Du bist nicht angemeldet, und diese Seite ist nur für die Leitung.',
  'You are not signed in, and this page is for Staff members.':
    'Du bist nicht angemeldet, und diese Seite ist nur für Teammitglieder.',
  'You are signed in': 'Du bist angemeldet',
  'You are signed in, but you have not joined our Discord server, so you have no roles yet.':
    'Du bist angemeldet, aber noch nicht auf unserem Discord-Server und hast deshalb noch keine Rollen.',
  'You cancelled at Discord, so we cannot see your name and roles. You are not signed in.':
    'Du hast bei Discord abgebrochen, also sehen wir weder deinen Namen noch deine Rollen. Du bist nicht angemeldet.',
  'You do not need a new account: use your Discord account.':
    'Du brauchst keinen neuen Account: Nimm einfach deinen Discord-Account.',
  "You don't have access to this page. ES roles or Staff+ required or you are not signed in via Discord.":
    'Du hast keinen Zugriff auf diese Seite. Du brauchst eine ES-Rolle oder Staff+, oder du bist nicht über Discord angemeldet.',
  'YOU ONLY': 'NUR DU',
  'Your browser did not allow copying. Mark the text and copy it.':
    'Dein Browser hat das Kopieren nicht erlaubt. Markiere den Text und kopiere ihn.',
  "You've sent too many requests in a short time. Please wait a minute and try again.":
    'Du hast in kurzer Zeit zu viele Anfragen geschickt. Bitte warte eine Minute und versuch es noch einmal.',
  'Your Discord account does not have any roles that associate you as a Staff member.':
    'Dein Discord-Account hat keine Rolle, die dich als Teammitglied ausweist.',
  'Your Discord account does not have any roles that associate you with Management.':
    'Dein Discord-Account hat keine Rolle, die dich der Leitung zuordnet.',
  'Your Discord roles do not allow this.': 'Deine Discord-Rollen erlauben das nicht.',
  'Your session has ended. Please sign in again.': 'Deine Sitzung ist beendet. Bitte melde dich wieder an.',
  'Your session has expired due to inactivity or has been invalidated.':
    'Deine Sitzung ist wegen Inaktivität abgelaufen oder wurde beendet.',
} satisfies Record<string, Text>

declare module '#lib/messages.ts' {
  interface Messages extends Readonly<Record<keyof typeof de, Text>> {}
}
