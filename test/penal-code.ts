/** The optional fields of a penal code, all empty. */
export const BARE_PENAL_CODE = {
  class: null,
  fine: null,
  jail: null,
  points: null,
  notes: null,
  fine_max: null,
  jail_max: null,
  points_max: null,
  counts: null,
  excludes: null,
  includes: null,
  aliases: null,
}
