interface QuickSelectProps<T extends string> {
  /** The label for screen readers. */
  label: string
  value: T
  options: readonly { value: T; label: string }[]
  onChange(value: T): void
  /** `sm` is for a cell of a table. */
  size?: 'sm' | 'md'
  disabled?: boolean
  /** -1 when the arrow keys of a list decide which element the Tab key reaches. */
  tabIndex?: number
  className?: string
}

const SIZES = {
  sm: 'h-8 bg-size-[0.875rem] bg-position-[right_0.375rem_center] pr-6 pl-2 text-[0.8125rem] max-sm:text-base',
  md: 'h-10 pr-8 pl-3 font-sign font-semibold text-sm',
}

/** A choice of a few options without a visible label: a filter, or a cell of a table. */
export function QuickSelect<T extends string>({
  label,
  value,
  options,
  onChange,
  size = 'md',
  disabled,
  tabIndex,
  className = 'text-paper-dim',
}: QuickSelectProps<T>) {
  return (
    <select
      aria-label={label}
      value={value}
      disabled={disabled}
      tabIndex={tabIndex}
      onChange={(event) => {
        const chosen = options.find((option) => option.value === event.target.value)
        if (chosen) onChange(chosen.value)
      }}
      className={`touch-target max-w-full truncate rounded-sm border border-paper-faint/60 bg-night/60 hover:border-paper-faint/80 disabled:opacity-60 ${SIZES[size]} ${className}`}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value} className="bg-dusk text-paper">
          {option.label}
        </option>
      ))}
    </select>
  )
}
