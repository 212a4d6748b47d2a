/** The community's own pictures that replace the built-in drawings, by their place on the site. */
export interface Drawings {
  /** Behind the text of special pages, such as the not-found page. */
  screens?: string
  /** Replaces the American road signs. `none` shows no signs. */
  signs?: 'none' | string
  /** Behind the title of the supporters page. */
  supporters?: string
}
