/** Pictures of the community's own in place of our drawings, by where they stand. */
export interface Drawings {
  /** Behind the words of special pages, such as a page that is not found. */
  screens?: string
  /** In place of the American road signs. */
  signs?: 'none' | string
  /** Behind the title of the supporters. */
  supporters?: string
}
