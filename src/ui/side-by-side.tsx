import { t } from '#lib/messages.ts'

/** One field in two versions, formatted for people. An empty text is an empty field. */
export interface Sides {
  label: string
  left: string
  right: string
}

interface SideBySideProps {
  /** The titles of the two versions. */
  left: string
  right: string
  /** All fields. Fields that are equal on both sides are not shown. */
  fields: readonly Sides[]
}

/** Compares two versions of a record field by field: side by side, or one below the other on a narrow screen. */
export function SideBySide({ left, right, fields }: SideBySideProps) {
  const different = fields.filter((field) => field.left !== field.right)
  if (different.length === 0) return <p className="mt-4 text-paper">{t('Both versions are the same.')}</p>
  return (
    <table className="mt-5 w-full table-fixed border-separate border-spacing-x-2 border-spacing-y-0 text-sm max-sm:block">
      <thead className="max-sm:hidden">
        <tr className="text-left">
          <th scope="col" className="eyebrow px-3 pb-1 text-amber">
            {left}
          </th>
          <th scope="col" className="eyebrow px-3 pb-1 text-lagoon">
            {right}
          </th>
        </tr>
      </thead>
      {different.map((field) => (
        <tbody key={field.label} className="max-sm:block">
          <tr className="max-sm:block">
            <th
              scope="rowgroup"
              colSpan={2}
              className="px-3 pt-3 pb-1.5 text-left font-bold font-sign text-paper-dim max-sm:block"
            >
              {field.label}
            </th>
          </tr>
          <tr className="align-top text-paper max-sm:block max-sm:space-y-2">
            <Version name={left} text={field.left} className="border-amber/45 bg-amber/7 before:text-amber" />
            <Version name={right} text={field.right} className="border-lagoon/45 bg-lagoon/7 before:text-lagoon" />
          </tr>
        </tbody>
      ))}
    </table>
  )
}

function Version({ name, text, className }: { name: string; text: string; className: string }) {
  return (
    <td
      data-version={name}
      className={`whitespace-pre-wrap break-words rounded-sm border px-3 py-2 max-sm:block max-sm:before:eyebrow max-sm:before:block max-sm:before:pb-1 max-sm:before:content-[attr(data-version)] ${className}`}
    >
      {text === '' ? <span className="text-paper-faint">{t('(empty)')}</span> : text}
    </td>
  )
}
