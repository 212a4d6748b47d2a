/** The shapes of an icon of 24 by 24 units, as SVG elements with their attributes. */
export type Drawing = [element: string, attributes: Record<string, string>][]

export interface NavLink {
  label: string
  href: string
  /** The icon beside the label. */
  icon?: Drawing
}

export interface NavColumn {
  label: string
  links: NavLink[]
}

/** The links that the community chose for its bar and its footers, without those that have no target. */
export interface Navigation {
  /** The bar above every page. */
  bar: NavLink[]
  /** The footer of all pages except the department pages. */
  footer: NavColumn[]
  departmentFooter: NavColumn[]
  social: NavLink[]
}
