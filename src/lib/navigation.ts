/** The shapes of an icon of 24 by 24, as their elements and attributes. */
export type Drawing = [element: string, attributes: Record<string, string>][]

export interface NavLink {
  label: string
  href: string
  /** Stands beside the label. */
  icon?: Drawing
}

export interface NavColumn {
  label: string
  links: NavLink[]
}

/** Every link that the community chose for its bar and its footers; only such as lead somewhere. */
export interface Navigation {
  /** The bar above every page. */
  bar: NavLink[]
  /** The footer of the home page and of all pages but the departments'. */
  footer: NavColumn[]
  departmentFooter: NavColumn[]
  social: NavLink[]
}
