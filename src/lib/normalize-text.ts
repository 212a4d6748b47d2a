/** Matches a visible character. */
const VISIBLE = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\u2800]/u

/**
 * Trims a text and normalizes its line breaks and characters (NFC). Returns '' if the text has no visible character.
 */
export function normalizeText(value: string): string {
  return VISIBLE.test(value) ? value.replaceAll('\r\n', '\n').trim().normalize() : ''
}
