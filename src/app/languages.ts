import type { Language } from '#lib/languages.ts'
import { type Catalogue, createTranslator, disambiguateTexts, messageKey, type Translator } from '#lib/messages.ts'
import { CATALOGUES } from '#messages/catalogues.ts'
import type { Community } from '#server/config/community.ts'

export interface SiteLanguage {
  translator: Translator
  /**
   * Messages that a page gets in addition to its code, which holds the shipped messages of one language. These are the
   * community's own texts, by the name of the message that they replace.
   */
  messages: Catalogue
}

/** Returns each language of the site with the community's own texts. In development, pages get all messages. */
export function siteLanguages(community: Community, development = false): (language: Language) => SiteLanguage {
  const made = new Map<Language, SiteLanguage>()
  return (language) => {
    const known = made.get(language) ?? siteLanguage(community, language, development)
    made.set(language, known)
    return known
  }
}

function siteLanguage({ ownMessages }: Community, language: Language, development: boolean): SiteLanguage {
  const own = ownMessages[language] ?? {}
  const all = { ...CATALOGUES[language], ...own }
  const inCode = disambiguateTexts(CATALOGUES[language])
  const replaced = Object.entries(own).map(([message, text]) => [messageKey(inCode[message] ?? message), text])
  return { translator: createTranslator(language, all), messages: development ? all : Object.fromEntries(replaced) }
}
