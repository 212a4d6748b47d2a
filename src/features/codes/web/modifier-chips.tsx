import type { Calculator, Modifier } from '#lib/law.ts'

interface ModifierChipsProps {
  label: string
  of: Modifier['of']
  rules: Calculator
  chosen: readonly string[]
  onChange(keys: string[]): void
}

/** Toggles for the modifiers of the owner's law.yaml that apply to a charge or to a suspect. */
export function ModifierChips({ label, of, rules, chosen, onChange }: ModifierChipsProps) {
  const modifiers = rules.modifiers.filter((modifier) => modifier.of === of)
  if (modifiers.length === 0) return null
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{label}</legend>
      <div className="flex flex-wrap gap-2">
        {modifiers.map(({ key, name, note }) => {
          const isOn = chosen.includes(key)
          return (
            <button
              key={key}
              type="button"
              aria-pressed={isOn}
              title={note}
              onClick={() => onChange(isOn ? chosen.filter((each) => each !== key) : [...chosen, key])}
              className={`touch-target inline-flex h-8 shrink-0 items-center rounded-sm border px-2.5 font-semibold font-sign text-[0.8125rem] transition-colors ${isOn ? 'border-lagoon/70 bg-lagoon/15 text-paper' : 'border-paper-faint/35 bg-night/60 text-paper-dim hover:border-paper-faint/80 hover:text-paper'}`}
            >
              {name}
            </button>
          )
        })}
      </div>
    </fieldset>
  )
}
