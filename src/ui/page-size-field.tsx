import { t } from '#lib/messages.ts'
import { SelectField } from './field.tsx'

interface PageSizeFieldProps<Size extends number> {
  sizes: readonly Size[]
  value: Size
  onChange(size: Size): void
}

export function PageSizeField<Size extends number>({ sizes, value, onChange }: PageSizeFieldProps<Size>) {
  return (
    <SelectField
      label={t('Page size')}
      value={value}
      onChange={(event) => onChange(sizes.find((size) => size === Number(event.target.value)) ?? value)}
    >
      {sizes.map((size) => (
        <option key={size}>{size}</option>
      ))}
    </SelectField>
  )
}
