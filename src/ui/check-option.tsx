import Check from 'lucide-react/icons/check'
import type { ReactNode } from 'react'

interface CheckOptionProps {
  isChecked: boolean
  onChange(): void
  children: ReactNode
}

/** One of several that may be ticked, in a panel. */
export function CheckOption({ isChecked, onChange, children }: CheckOptionProps) {
  return (
    <label className="touch-target flex h-9 items-center gap-2.5 rounded-sm px-2.5 text-paper-dim text-sm has-focus-visible:bg-haze has-checked:text-paper hover:bg-haze">
      <span className="relative flex size-4 shrink-0 items-center justify-center rounded-[4px] border border-paper-faint/70 has-checked:border-lagoon has-checked:bg-lagoon">
        <input
          type="checkbox"
          checked={isChecked}
          onChange={onChange}
          className="peer absolute inset-0 m-0 appearance-none opacity-0"
        />
        <Check aria-hidden="true" strokeWidth={3.5} className="hidden size-3 text-night peer-checked:block" />
      </span>
      {children}
    </label>
  )
}
