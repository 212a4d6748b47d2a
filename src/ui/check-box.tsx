import type { ComponentProps } from 'react'

interface CheckBoxProps extends ComponentProps<'input'> {
  /** The class of the label, which is the area that people press. */
  className: string
}

/** A checkbox in the style of all lists, with its label. */
export function CheckBox({ className, children, ...input }: CheckBoxProps) {
  return (
    <label className={className}>
      <input
        type="checkbox"
        {...input}
        data-icon="tick"
        className="flex size-4 shrink-0 appearance-none items-center justify-center rounded-[4px] border border-paper-faint/70 text-night outline-none before:size-3 not-checked:before:hidden checked:border-lagoon checked:bg-lagoon"
      />
      {children}
    </label>
  )
}
