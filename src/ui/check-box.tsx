import Check from 'lucide-react/icons/check'
import type { ComponentProps } from 'react'

interface CheckBoxProps extends ComponentProps<'input'> {
  /** Of the label around it, which is what one presses. */
  className: string
}

/** A checkbox as every list draws it, with its label. */
export function CheckBox({ className, children, ...input }: CheckBoxProps) {
  return (
    <label className={className}>
      <span className="relative flex size-4 shrink-0 items-center justify-center rounded-[4px] border border-paper-faint/70 has-checked:border-lagoon has-checked:bg-lagoon">
        <input type="checkbox" {...input} className="peer absolute inset-0 m-0 appearance-none opacity-0" />
        {/* Of a long list each drawing counts that nobody sees. */}
        {input.checked !== false && (
          <Check aria-hidden="true" strokeWidth={3.5} className="hidden size-3 text-night peer-checked:block" />
        )}
      </span>
      {children}
    </label>
  )
}
