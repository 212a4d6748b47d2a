/** At least one character that can be seen. */
const SEEN = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\u2800]/u

/** Trimmed and written in one way; '' where nothing would be seen. */
export function plain(value: string): string {
  return SEEN.test(value) ? value.replaceAll('\r\n', '\n').trim().normalize() : ''
}
