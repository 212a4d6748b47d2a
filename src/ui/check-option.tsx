import type { ReactNode } from 'react'
import { CheckBox } from './check-box.tsx'

interface CheckOptionProps {
  isChecked: boolean
  onChange(): void
  children: ReactNode
}

/** One of several options that can be ticked, in a panel. */
export function CheckOption({ isChecked, onChange, children }: CheckOptionProps) {
  return (
    <CheckBox
      checked={isChecked}
      onChange={onChange}
      className="touch-target flex h-9 items-center gap-2.5 rounded-sm px-2.5 text-paper-dim text-sm has-focus-visible:bg-haze has-checked:text-paper hover:bg-haze"
    >
      {children}
    </CheckBox>
  )
}
